'use strict';
require('./node-version').requireSupportedNode();
const fs = require('node:fs');
const path = require('node:path');
const { installNeed } = require('./install-state');
const { runProgram } = require('./run-program');
const { root, say } = require('./workspace');

/**
 * Runs a compiled app as an operator wants it: nothing is installed, compiled or changed. Where something is missing, says what
 * and what would do, and gives exit code 1.
 * @param {readonly string[]} file path of the program below `apps`
 * @returns {Promise<number>} the exit code
 */
async function runApp(file, args, options) {
  const program = path.join(root, 'apps', ...file);
  const fault = whatIsMissing(program);
  if (fault === undefined) return runProgram(program, args, options);
  say(fault);
  return 1;
}

/** A sentence on what keeps an app from running, with the command that mends it. */
function whatIsMissing(program) {
  const need = installNeed(root, 'run');
  if (need?.action === 'rebuild') return `${need.reason}. Run: npm rebuild better-sqlite3`;
  if (need) return `${need.reason}. This command installs nothing; run: npm ci --omit=dev`;
  if (!fs.existsSync(program)) {
    return `${path.relative(root, program)} is not there: the apps are not compiled. Run: npm run build (it needs the compiler: npm ci)`;
  }
  return undefined;
}

module.exports = { runApp };
