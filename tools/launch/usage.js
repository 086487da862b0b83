'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { root } = require('./workspace');

/** Exit code of a command line that cannot be understood. */
const EXIT_USAGE = 2;

/**
 * Answers `--help` and refuses what a command does not know, before anything is installed, compiled or started.
 * @param {string} usage what `--help` prints; its first line shows the whole command line
 * @param {readonly string[]} args
 * @param {{ allow?: (arg: string) => boolean }} [options] arguments that the command takes; none when left out
 */
function helpOrRefuse(usage, args, { allow = () => false } = {}) {
  if (asksForHelp(args)) {
    process.stdout.write(`${usage.trim()}\n`);
    process.exit(0);
  }
  const unknown = args.find((arg) => !allow(arg));
  if (unknown === undefined) return;
  process.stderr.write(`unknown argument ${unknown}\n\n${usage.trim()}\n`);
  process.exit(EXIT_USAGE);
}

/**
 * The same for a tool whose usage is in `tools/<name>/usage.txt`: an option that the text does not name is refused. Names and
 * values are for its own program to judge.
 */
function toolUsage(name, args) {
  const usage = fs.readFileSync(path.join(root, 'tools', name, 'usage.txt'), 'utf8');
  const options = new Set(usage.match(/--[a-z]+(?:-[a-z]+)*/g));
  helpOrRefuse(usage, args, { allow: (arg) => !arg.startsWith('-') || options.has(arg.split('=')[0]) });
}

/** What follows `--` belongs to somebody else. */
function asksForHelp(args) {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

module.exports = { helpOrRefuse, toolUsage, asksForHelp, EXIT_USAGE };
