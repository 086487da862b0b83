'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { root, seconds } = require('../launch/workspace');
const { answers402, freePort, ownEnvironment } = require('./answers-402');

/** Installing, compiling SQLite where no binary can be fetched, and compiling everything, on a slow machine. */
const LIVE_MS = 15 * 60_000;

/** What installing, building and serving leave in a checkout. */
const MADE = /^(node_modules|dist|out-tsc|coverage|tmp|\.nx|\.git)$/;

/**
 * Does what the README's first command does to a new clone: `npm start` without node_modules and without anything compiled, until
 * the first price is named. Then that it installed none of the packages for development: what it compiles needs none. Takes about a minute.
 */
async function main() {
  const startedAt = Date.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stackcheck-first-start-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  copyAsCloned(folder);
  const env = ownEnvironment({ PORT: String(await freePort()), LOG_LEVEL: 'warn' });
  for (const name of ['DATA_DIR', 'PAYMENTS_MODE', 'HOST']) delete env[name];

  await answers402('npm start', folder, env, LIVE_MS);

  const installed = ['jest', 'nx', 'viem', '@types/jest', 'fast-check', 'eslint'].filter((name) =>
    fs.existsSync(path.join(folder, 'node_modules', name)),
  );
  if (installed.length > 0) throw new Error(`packages of development were installed: ${installed.join(', ')}`);
  process.stdout.write(`ok     first start ${seconds(Date.now() - startedAt)}\n`);
}

/** This checkout without what was installed, compiled and stored in it; one that was unpacked has no history to clone from. */
function copyAsCloned(folder) {
  const stored = path.join(root, 'data');
  const filter = (from) => from !== stored && !MADE.test(path.basename(from));
  fs.cpSync(root, folder, { recursive: true, filter, verbatimSymlinks: true });
}

main().catch((error) => {
  process.stderr.write(`FAILED first start: ${error.message}\n`);
  process.exit(1);
});
