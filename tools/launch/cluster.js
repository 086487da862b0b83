'use strict';
const { toolUsage } = require('./usage');

toolUsage('cluster', process.argv.slice(2));

const path = require('node:path');
const { prepare } = require('./prepare');
const { APPS } = require('./build-workspace');
const { isPortFree, portInUse } = require('./port-check');
const { runProgram } = require('./run-program');
const { root, say } = require('./workspace');

const PROJECT = path.join('tools', 'cluster');

/** `npm run cluster`: three nodes over one PostgreSQL, with all that they need, on this machine. */
async function main() {
  const port = Number(process.env.PORT) || 8402;
  if (!(await isPortFree({ host: '127.0.0.1', port }))) {
    say(portInUse(port, 'npm run cluster'));
    process.exitCode = 1;
    return;
  }
  await prepare({ level: 'build', projects: [...APPS, path.join(PROJECT, 'tsconfig.lib.json')] });
  process.exitCode = await runProgram(path.join(root, PROJECT, 'dist', 'main.js'), process.argv.slice(2));
}

void main();
