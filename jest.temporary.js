'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const MEMORY = '/dev/shm';
const GIB = 2 ** 30;
/** Fewer is a container or a small machine, whose memory the tests themselves need. */
const FREE_MIN = 4 * GIB;
const MACHINE_MIN = 8 * GIB;

/**
 * Before all tests: where there is memory to spare, temporary folders are made there. Each test syncs its databases to disk as the
 * service does, and on a busy disk that waiting is most of what the tests take. `TMPDIR` decides when it is set.
 */
module.exports = function chooseTemporaryFolder() {
  if (process.env.TMPDIR || !hasMemoryToSpare()) return;
  process.env.TMPDIR = fs.mkdtempSync(path.join(MEMORY, 'stackcheck-tests-'));
  // A database server refuses to run as root: its own user goes through here to its folder, and sees no other.
  fs.chmodSync(process.env.TMPDIR, 0o711);
  // Also what killed programs left there; one that is still ending may write meanwhile.
  process.once('exit', () => fs.rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 5 }));
};

function hasMemoryToSpare() {
  if (os.totalmem() < MACHINE_MIN || os.freemem() < FREE_MIN) return false;
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    fs.accessSync(MEMORY, fs.constants.W_OK);
    return bavail * bsize >= FREE_MIN;
  } catch {
    return false;
  }
}
