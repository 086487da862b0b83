'use strict';
require('./node-version').requireSupportedNode();
const { installWhenNeeded } = require('./install');
const { build, APPS, TOOLS } = require('./build-workspace');

async function main() {
  await installWhenNeeded();
  process.exitCode = (await build([...APPS, ...TOOLS], { announce: true })) ? 0 : 1;
}

void main();
