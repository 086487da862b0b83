'use strict';
const fs = require('node:fs');

const POLL_MS = 250;

// Read when the process starts: a parent that goes away during the installation has to be missed later.
const parent = process.ppid;
const npm = npmBehind(parent);

/**
 * Calls `onGone` once when the process that started us has ended. npm and its shell die of a SIGTERM without passing
 * it on, and a killed launcher cannot pass anything on, so the child has to look.
 * Only an own parent is watched, and npm behind a shell; a terminal that closes says so by SIGHUP.
 */
function watchParent(onGone) {
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
}

/** The npm process whose shell is our parent, where the system names it (Linux). */
function npmBehind(shell) {
  try {
    const stat = fs.readFileSync(`/proc/${shell}/stat`, 'utf8');
    const grandparent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return /^npm\b/.test(fs.readFileSync(`/proc/${grandparent}/cmdline`, 'utf8')) ? grandparent : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

module.exports = { watchParent };
