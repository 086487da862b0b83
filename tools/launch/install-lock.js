'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const POLL_MS = 500;

/**
 * Runs `work` while no other launcher of the same checkout installs: two `npm ci` in one folder delete each other's
 * files. The lock is a file with the owner's process id outside the checkout; one left by a dead process is taken over.
 * @param {() => void} onWait called once when another launcher has to be waited for
 */
async function withInstallLock(root, work, onWait = () => {}) {
  const name = crypto.createHash('sha256').update(root).digest('hex').slice(0, 16);
  const file = path.join(os.tmpdir(), `stackcheck-install-${name}.lock`);
  let waited = false;
  while (!acquire(file)) {
    if (!waited) onWait();
    waited = true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const release = () => fs.rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}

function acquire(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isOwned(file)) return false;
  // Nobody has to be waited for.
  fs.rmSync(file, { force: true });
  return acquire(file);
}

function isOwned(file) {
  try {
    process.kill(Number(fs.readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

module.exports = { withInstallLock };
