'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { replaceFile } = require('./replace-file');
const { root } = require('./workspace');

const LEDGER_THREAD = 'libs/store-sqlite/dist/payments/worker-thread/ledger-thread-program';
const API_THREADS = ['apps/api/dist/input/texts/text-thread', LEDGER_THREAD];

/**
 * What of an app runs as a program or a thread, and is started often: modules without their ending. Each becomes one file of the app's
 * `dist/bundle` under its own name, so that a module that starts a thread finds it in its own folder there as well.
 */
const PROGRAMS = {
  'apps/api': ['apps/api/dist/main', ...API_THREADS],
  'apps/ingest': ['apps/ingest/dist/main', 'apps/ingest/dist/osv/archive-thread'],
  'apps/stackcheck': ['apps/stackcheck/dist/main'],
  // The API to be killed.
  'tools/e2e': ['tools/e2e/dist/kill/killable-api', ...API_THREADS],
  'tools/simulate': ['tools/simulate/dist/main', 'tools/simulate/dist/run/worker', LEDGER_THREAD],
};

/** Packages with a file that is not JavaScript, and those that `pg` does without. */
const NOT_BUNDLED = ['better-sqlite3', 'tiny-secp256k1', 'pg-native', 'pg-cloudflare'];

/** What an installation changes: packages are compared by it, not file by file. */
const INSTALLED = 'node_modules/.package-lock.json';

/** `{ [file]: "BYTES TIME" }` of all that a bundle was made of. */
const RECORD = 'inputs.json';

/**
 * Writes the programs of the named apps, compiled before, each with all that it loads as one file, which node starts sooner than
 * two thousand. An app whose inputs are those of the last time is left alone, and so is one that has no such program.
 * @param {readonly string[]} apps folders such as `apps/api`
 * @throws Error where a module cannot be bundled; the messages are on stderr
 */
async function bundlePrograms(apps) {
  const stale = apps.filter((app) => PROGRAMS[app] && !isCurrent(app));
  if (stale.length === 0) return;
  const esbuild = require('esbuild');
  try {
    for (const app of stale) await bundle(esbuild, app);
  } finally {
    await esbuild.stop();
  }
}

async function bundle(esbuild, app) {
  const folder = path.join(root, app, 'dist', 'bundle');
  fs.mkdirSync(folder, { recursive: true });
  fs.rmSync(path.join(folder, RECORD), { force: true });
  const { metafile, outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: PROGRAMS[app].map((module) => `${module}.js`),
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    // Node reads a quarter less of it, and a line that an error names can be looked at.
    minifyWhitespace: true,
    lineLimit: 160,
    external: NOT_BUNDLED,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  for (const { path: file, contents } of outputFiles) replaceFile(file, contents);
  const own = Object.keys(metafile.inputs).filter((file) => !file.startsWith('node_modules/'));
  const inputs = [...own, INSTALLED, path.relative(root, __filename)];
  const record = Object.fromEntries(inputs.map((file) => [file, stampOf(file)]));
  replaceFile(path.join(folder, RECORD), `${JSON.stringify(record)}\n`);
}

/** Whether all programs of an app are there, and nothing that they were made of has changed since. */
function isCurrent(app) {
  const folder = path.join(root, app, 'dist', 'bundle');
  const files = [...PROGRAMS[app].map((module) => `${path.basename(module)}.js`), RECORD];
  if (!files.every((file) => fs.existsSync(path.join(folder, file)))) return false;
  const made = Object.entries(JSON.parse(fs.readFileSync(path.join(folder, RECORD), 'utf8')));
  return made.every(([file, stamp]) => stampOf(file) === stamp);
}

function stampOf(file) {
  const { size, mtimeMs } = fs.statSync(path.join(root, file), { throwIfNoEntry: false }) ?? {};
  return `${size} ${mtimeMs}`;
}

module.exports = { bundlePrograms, PROGRAMS };
