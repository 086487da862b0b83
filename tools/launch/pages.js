'use strict';
const path = require('node:path');
const { helpOrRefuse } = require('./usage');

const USAGE = `npm run pages -- shots DIR

Writes pictures of all pages into DIR, for a person to look at: light and dark, 360, 768 and 1440 px wide, the forms also with what
they answer. Starts a service with made-up data and a Chromium (/usr/bin/chromium, or CHROMIUM=…); a minute or two.
Installs the packages for development when they are missing.`;

const args = process.argv.slice(2);
const [verb, folder] = args;
const isShots = verb === 'shots' && folder !== undefined && !folder.startsWith('-') && args.length === 2;
helpOrRefuse(USAGE, args, { allow: () => isShots });
if (!isShots) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

const { prepare } = require('./prepare');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const JEST = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');

async function main() {
  await prepare();
  const suite = ['-c', path.join('apps', 'api', 'jest.config.js'), 'integration/browser/'];
  const env = { SHOTS_DIR: path.resolve(folder) };
  process.exitCode = await runProgram(JEST, suite, { cwd: root, env });
}

void main();
