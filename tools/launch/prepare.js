'use strict';
require('./node-version').requireSupportedNode();
const { installWhenNeeded } = require('./install');
const { build, APPS } = require('./build-workspace');

/**
 * Makes the checkout runnable: a Node that is new enough, the packages of a level, the named projects compiled. Ends the process
 * when it cannot.
 * @param {{ level?: 'build' | 'demo' | 'development', projects?: readonly string[] }} options
 */
async function prepare({ level = 'development', projects = APPS } = {}) {
  let compiled;
  await installWhenNeeded(level, async () => {
    compiled = await build(projects);
  });
  compiled ??= await build(projects);
  if (!compiled) process.exit(1);
}

module.exports = { prepare };
