'use strict';
const path = require('node:path');
const { root } = require('./workspace');

/** nx's own command line. */
const NX = path.join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');

/**
 * The arguments of nx that run targets of all projects, but for those from its cache that passed on the same inputs. Where CI is set
 * every one runs: a pass of another machine or another day is no proof there.
 * @param {readonly string[]} targets
 * @returns {readonly string[]}
 */
function runManyArgs(targets, env = process.env) {
  const fresh = ['', '0', 'false', undefined].includes(env.CI) ? [] : ['--skipNxCache'];
  return ['run-many', '--targets', targets.join(','), '--outputStyle=static', ...fresh];
}

module.exports = { NX, runManyArgs };
