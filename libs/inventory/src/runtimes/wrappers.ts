import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { eachLine } from '../syntax/lines';
import { addRuntime } from '../syntax/runtime-demand';

/** `distributionUrl=https\://services.gradle.org/distributions/gradle-8.5-bin.zip`; the tool and its version. */
const DISTRIBUTION =
  /^\s*distributionUrl\s*[=:].*\/(?:apache-)?(gradle|maven)-(\d[\w.-]*?)-(?:bin|all)\.(?:zip|tar\.gz)\s*$/;

/** The Gradle or Maven that a project's wrapper downloads (docs.gradle.org, "Gradle Wrapper"; maven.apache.org, "Maven Wrapper"). */
export const buildWrapper: Format = {
  id: 'build-wrapper',
  label: 'gradle-wrapper.properties and maven-wrapper.properties: the version of the build tool',
  matches: (path) => /(?:^|\/)(?:gradle|maven)-wrapper\.properties$/.test(path),
  read({ text, path }: FileText, list: EntryList): void {
    let isFound = false;
    eachLine(text, (content, line) => {
      if (!/^\s*distributionUrl\b/.test(content)) return;
      isFound = true;
      const [, tool, written] = DISTRIBUTION.exec(content) ?? [];
      if (tool === undefined || written === undefined) list.addApart(content.trim(), 'unsupported', line);
      else addRuntime(list, { tool, written, where: 'distributionUrl', line });
    });
    if (!isFound) list.addProblem(`names no distributionUrl (${path.slice(path.lastIndexOf('/') + 1)})`);
  },
};
