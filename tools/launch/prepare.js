'use strict';
require('./node-version').requireSupportedNode();
const { installWhenNeeded } = require('./install');
const { build, APPS } = require('./build-workspace');

/** Makes the checkout runnable: a Node that is new enough, packages installed, apps compiled. Ends the process when it cannot. */
async function prepare(projects = APPS) {
  await installWhenNeeded();
  if (!(await build(projects))) process.exit(1);
}

module.exports = { prepare };
