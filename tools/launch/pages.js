'use strict';
const path = require('node:path');
const { helpOrRefuse } = require('./usage');

const USAGE = `npm run pages -- shots DIR | paint [ROUNDS]

shots DIR       writes pictures of all pages into DIR, for a person to look at: light and dark, 360, 768 and 1440 px wide, the forms also
                with what they answer; a minute or two
paint [ROUNDS]  prints when Chromium first paints each page on loopback, in turn with an empty page (10 rounds)

Both start a service with made-up data and a Chromium (/usr/bin/chromium, or CHROMIUM=…).
Installs the packages for development when they are missing.`;

const args = process.argv.slice(2);
const env = environmentFor(args);
helpOrRefuse(USAGE, args, { allow: () => env !== undefined });
if (env === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

const { prepare } = require('./prepare');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const JEST = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');

/** What the suites in Chromium read of the environment; undefined where the arguments are none. */
function environmentFor([verb, value, ...rest]) {
  if (rest.length > 0) return undefined;
  if (verb === 'shots' && value !== undefined && !value.startsWith('-')) return { SHOTS_DIR: path.resolve(value) };
  if (verb === 'paint' && /^[1-9]\d{0,2}$/.test(value ?? '10')) return { PAINT_ROUNDS: value ?? '10' };
  return undefined;
}

async function main() {
  await prepare();
  const suite = [
    '-c',
    path.join('apps', 'api', 'jest.config.js'),
    `integration/browser/${env.PAINT_ROUNDS ? 'paint' : ''}`,
  ];
  process.exitCode = await runProgram(JEST, suite, { cwd: root, env });
}

void main();
