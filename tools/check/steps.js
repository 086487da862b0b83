'use strict';
const path = require('node:path');
const { NX, runManyArgs } = require('../launch/run-many');
const { root } = require('../launch/workspace');

const target = (name) => ({ file: NX, args: runManyArgs([name]) });

/**
 * What a reviewer would ask, as commands run by this Node. Steps of one `wave` run at the same time, of which those with the same `lane` one
 * after the other. Types come first, since what they write is read by others; lint alone takes as long as format, reference and sync; the tests
 * come last and alone, since jest uses every core. Types, format, lint and reference are targets of nx: what passed on the same inputs is
 * not looked at again.
 */
const STEPS = [
  { name: 'types', wave: 1, lane: 1, ...target('typecheck') },
  { name: 'format', wave: 2, lane: 1, ...target('format') },
  { name: 'lint', wave: 2, lane: 2, ...target('lint') },
  { name: 'reference', wave: 2, lane: 1, ...target('reference') },
  { name: 'sync', wave: 2, lane: 1, file: NX, args: ['sync:check'] },
  { name: 'tests', wave: 3, lane: 1, file: path.join(root, 'tools', 'launch', 'test.js'), args: [] },
];

module.exports = { STEPS };
