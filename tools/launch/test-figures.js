'use strict';
const fs = require('node:fs');
const path = require('node:path');

const FOLDERS = ['apps', 'libs', 'tools'];
/** In a project's folder: what the last run of its tests counted. nx keeps it with a cached pass and brings it back. */
const FILE = path.join('out-tsc', 'test-figures.json');

/** The folders of the projects that have tests. */
function testedFolders(root) {
  return FOLDERS.flatMap((parent) =>
    fs
      .readdirSync(path.join(root, parent))
      .map((name) => path.join(root, parent, name))
      .filter((folder) => fs.existsSync(path.join(folder, 'jest.config.js'))),
  );
}

/** @param {{ passed: number, failed: number, skipped: readonly string[] }} figures */
function writeFigures(folder, figures) {
  const file = path.join(folder, FILE);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(figures));
}

/** Forgets what was counted before, so that nothing is counted that did not come from this run or from the cache. */
function clearFigures(folders) {
  for (const folder of folders) fs.rmSync(path.join(folder, FILE), { force: true });
}

/**
 * The sum over projects. One without figures was not tested, which is a failure.
 * @returns {{ passed: number, failed: number, skipped: readonly string[] }}
 */
function sumFigures(folders) {
  const sum = { passed: 0, failed: 0, skipped: [] };
  for (const folder of folders) {
    const file = path.join(folder, FILE);
    const { passed, failed, skipped } = fs.existsSync(file)
      ? JSON.parse(fs.readFileSync(file, 'utf8'))
      : { passed: 0, failed: 1, skipped: [] };
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped.push(...skipped);
  }
  return sum;
}

module.exports = { testedFolders, writeFigures, clearFigures, sumFigures, FILE };
