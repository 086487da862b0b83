'use strict';
const { helpOrRefuse } = require('./usage');

const USAGE = `npm run build

Compiles the apps and, where the packages for development are installed, the tools. What is up to date is left as it is.
Installs nothing. Takes no arguments.`;

helpOrRefuse(USAGE, process.argv.slice(2));

require('./node-version').requireSupportedNode();
const { build, APPS, TOOLS } = require('./build-workspace');
const { installNeed, linkWorkspaces } = require('./install-state');
const { root, say } = require('./workspace');

async function main() {
  const need = installNeed(root, 'build');
  if (need && need.action !== 'rebuild') {
    say(`${need.reason}. This command installs nothing; run: npm ci`);
    process.exitCode = 1;
    return;
  }
  linkWorkspaces(root);
  const tools = installNeed(root, 'development') ? [] : TOOLS;
  process.exitCode = (await build([...APPS, ...tools], { announce: true })) ? 0 : 1;
}

void main();
