'use strict';
const path = require('node:path');
const { root } = require('../launch/workspace');

const bin = (...parts) => path.join(root, 'node_modules', ...parts);

/**
 * What a reviewer would ask, as commands run by this Node. Steps of one `wave` run at the same time; the tests come
 * last and alone, since jest uses every core.
 */
const STEPS = [
  { name: 'types', wave: 1, file: bin('@native', 'typescript', 'bin', 'tsc'), args: ['-b'] },
  {
    name: 'format',
    wave: 1,
    file: bin('prettier', 'bin', 'prettier.cjs'),
    args: ['--check', '--log-level=warn', '--cache', '--cache-location', bin('.cache', 'prettier-check'), '.'],
  },
  { name: 'lint', wave: 2, file: path.join(__dirname, 'lint.js'), args: [] },
  { name: 'sync', wave: 3, file: bin('nx', 'dist', 'bin', 'nx.js'), args: ['sync:check'] },
  { name: 'tests', wave: 4, file: path.join(root, 'tools', 'launch', 'test.js'), args: [] },
];

module.exports = { STEPS };
