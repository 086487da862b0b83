'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { root, seconds } = require('../launch/workspace');
const { answers402, freePort, ownEnvironment } = require('./answers-402');

/** Installing, compiling SQLite where no binary can be fetched, and compiling everything, on a slow machine. */
const LIVE_MS = 15 * 60_000;

/** Of the packages on disk, 1 MiB = 1,048,576 bytes. */
const INSTALLED_MIB_MAX = 150;

/** What installing, building and serving leave in a checkout. */
const MADE = /^(node_modules|dist|out-tsc|coverage|tmp|\.nx|\.git)$/;

/**
 * Does what the README's first command does to a new clone: `npm start` without node_modules and without anything compiled, until
 * the first price is named. Then that it installed none of the packages for development: what it compiles needs none, and that they are not
 * larger than documented. Takes about a minute.
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
  const mib = Math.round(blocksIn(path.join(folder, 'node_modules')) / 2_048);
  if (mib > INSTALLED_MIB_MAX) throw new Error(`${mib} MiB were installed: ${INSTALLED_MIB_MAX} at most`);
  process.stdout.write(`ok     first start ${seconds(Date.now() - startedAt)}, ${mib} MiB of packages\n`);
}

/** Of 512 bytes each, as files take on disk. */
function blocksIn(folder) {
  let blocks = fs.lstatSync(folder).blocks;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    blocks += entry.isDirectory() ? blocksIn(inside) : fs.lstatSync(inside).blocks;
  }
  return blocks;
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
