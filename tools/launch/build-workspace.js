'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { bundlePrograms } = require('./bundle-programs');
const { bundleSite } = require('./bundle-site');
const { root, say, quietEnvironment, seconds } = require('./workspace');

const APPS = [
  'apps/api/tsconfig.lib.json',
  'apps/ingest/tsconfig.lib.json',
  'apps/operator/tsconfig.lib.json',
  'apps/stackcheck/tsconfig.lib.json',
];
const TOOLS = [
  'tools/demo/tsconfig.lib.json',
  'tools/e2e/tsconfig.lib.json',
  'tools/bench/tsconfig.lib.json',
  'tools/cluster/tsconfig.lib.json',
  'tools/simulate/tsconfig.lib.json',
  'tools/siege/tsconfig.lib.json',
];

/**
 * Compiles the named projects and all they import, in build mode: what is up to date costs a few hundred milliseconds. With the API
 * the scripts of its pages are bundled, meanwhile; the programs of apps are bundled from what was compiled.
 * Silent when the outputs exist already, since a caller's stdout and a quiet restart matter more than a notice.
 * @returns {Promise<boolean>} whether it compiled without errors
 */
async function build(projects, { announce = false } = {}) {
  const startedAt = Date.now();
  const first = !projects.every((project) => fs.existsSync(path.join(root, path.dirname(project), 'dist')));
  if (first || announce) say('compiling the workspace (tsc -b)');
  const scripts = projects.includes(APPS[0]) ? isBundled('the scripts of the pages', bundleSite()) : true;
  const compiled = (await runTypeScript(projects)) === 0;
  const bundled = [
    await scripts,
    compiled && (await isBundled('the programs', bundlePrograms(projects.map(path.dirname)))),
  ];
  if (!compiled) say('the workspace does not compile; the errors are above');
  else if (first || announce) say(`compiled in ${seconds(Date.now() - startedAt)}`);
  return bundled.every(Boolean);
}

/** Whether something could be bundled; what was wrong is on stderr. */
async function isBundled(what, bundling) {
  try {
    await bundling;
    return true;
  } catch {
    say(`${what} cannot be bundled; the errors are above`);
    return false;
  }
}

/** The compiler is TypeScript 7, installed next to 6 under another name; both offer a `tsc`, so it is named here. */
function runTypeScript(projects) {
  const tsc = path.join(root, 'node_modules', '@native', 'typescript', 'bin', 'tsc');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [tsc, '-b', ...projects], {
      cwd: root,
      env: quietEnvironment(),
      stdio: ['ignore', 2, 2],
    });
    child.on('error', (error) => {
      say(`the compiler could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code === null ? 1 : code));
  });
}

module.exports = { build, APPS, TOOLS };
