'use strict';
const { asksForHelp, helpOrRefuse } = require('./usage');

const USAGE = `npm test [-- ARGUMENTS OF JEST]

Installs all packages of development, compiles, and runs every test once; the last line is "N passed, N failed". Tests of a project
that passed on the same inputs are not run again: their figures come from nx's cache in .nx, which is not read where CI is set.
What follows "--" goes to jest, which refuses what it does not know: a path pattern, -t NAME, --selectProjects NAME, …; then
whatever is asked for runs.

  CAMPAIGN=full    random campaigns and the tests of many programs in full, as .ci/run has them
  FC_SEED=random  properties with other random inputs than in each run; FC_SEED=NUMBER with those of the seed that a failed property named
  CORPORA_DIR      published data to compare with; suites that need it are skipped by name where it is absent`;

if (asksForHelp(process.argv.slice(2))) helpOrRefuse(USAGE, ['--help']);

require('./node-version').requireSupportedNode();
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { installWhenNeeded } = require('./install');
const { build, APPS, TOOLS } = require('./build-workspace');
const { NX, runManyArgs } = require('./run-many');
const { runProgram } = require('./run-program');
const { clearFigures, sumFigures, testedFolders } = require('./test-figures');
const { TEST_NODE_ARGS } = require('./test-node-args');
const { root, say } = require('./workspace');

/** Installs, compiles and runs every test once; the last line is `N passed, N failed`. Extra arguments go to jest. */
async function main() {
  let compiled;
  const compile = async () => {
    compiled = await build([...APPS, ...TOOLS]);
  };
  await installWhenNeeded('development', compile);
  // Some tests start the compiled apps. A compile error counts as a failure, and the tests run all the same.
  if (compiled === undefined) await compile();
  const args = process.argv.slice(2);
  say(args.length > 0 ? 'running the tests that are asked for' : 'running all tests whose inputs changed');
  const { code, summary } = await (args.length > 0 ? runJest(args) : runTargets());
  report(summary, compiled);
  process.exitCode = code === 0 && compiled ? 0 : code || 1;
}

/** The test target of every project: one run of jest over those that are not in the cache. */
async function runTargets() {
  const folders = testedFolders(root);
  clearFigures(folders);
  const color = process.stdout.isTTY ? { STACKCHECK_COLOR: '1' } : {};
  const code = await runProgram(NX, runManyArgs(['test']), { cwd: root, env: color });
  const summary = sumFigures(folders);
  if (code !== 0 && summary.failed === 0) summary.failed = 1;
  return { code: code || (summary.failed > 0 ? 1 : 0), summary };
}

/** The reporters come last: jest takes every plain word after a list option for one more entry of the list. */
async function runJest(args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stackcheck-test-'));
  const file = path.join(folder, 'summary.json');
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const reporters = ['--reporters=default', `--reporters=${path.join(__dirname, 'test-summary-reporter.js')}`];
  const env = { STACKCHECK_TEST_SUMMARY: file };
  const code = await runProgram(jest, [...args, ...reporters], { cwd: root, env, nodeArgs: TEST_NODE_ARGS });
  const summary = readSummary(file, code);
  fs.rmSync(folder, { recursive: true, force: true });
  // A filter by name skips all the rest; that list says nothing.
  if (args.some((arg) => /^(-t|--testNamePattern)/.test(arg))) summary.skipped = [];
  return { code, summary };
}

/** Without a file jest did not get as far as running tests (`--listTests`, a bad argument, a crash). */
function readSummary(file, code) {
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8'));
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: [] };
}

function report(summary, compiled) {
  if (!compiled) process.stdout.write('failed: the workspace does not compile\n');
  if (summary.skipped.length > 0) {
    process.stdout.write(
      `${summary.skipped.length} skipped:\n${summary.skipped.map((name) => `  - ${name}\n`).join('')}`,
    );
  }
  process.stdout.write(`${summary.passed} passed, ${summary.failed + (compiled ? 0 : 1)} failed\n`);
}

void main();
