import type { Format } from '../entries/format';
import { eachLine } from '../syntax/lines';

/**
 * Resolved dependencies, a line each: `group:name:version=configuration,configuration`. The older form has a file for each
 * configuration and no `=`. Source: docs.gradle.org, "Locking versions".
 */
export const GRADLE_LOCKFILE: Format = {
  id: 'gradle-lockfile',
  label: 'gradle.lockfile, buildscript-gradle.lockfile and gradle/dependency-locks/*.lockfile',
  matches: (path) =>
    /(?:^|\/)(?:(?:buildscript-|settings-)?gradle\.lockfile|gradle\/dependency-locks\/[^/]+\.lockfile)$/.test(path),
  read({ text }, list) {
    eachLine(text, (content, line) => {
      const row = content.trim();
      if (row === '' || row.startsWith('#') || row.startsWith('empty=')) return;
      const [, name, version, configurations] = ROW.exec(row) ?? [];
      if (name === undefined || version === undefined) {
        list.addProblem('has lines that are no group:name:version=configurations; they were left out', line);
      } else list.addRegistryPackage('maven', name, version, { line, dev: isTest(configurations?.split(',') ?? []) });
    });
  },
};

const ROW = /^([^\s:=]+:[^\s:=]+):([^\s:=]+)(?:=(\S*))?$/;

/** Whether only tests use it, by the names that Gradle's plugins give: `testRuntimeClasspath`, `androidTestUtil`. */
function isTest(configurations: readonly string[]): boolean {
  return configurations.length > 0 && configurations.every((name) => /^test(?![a-z])|Test/.test(name));
}
