'use strict';
const path = require('node:path');
const { NX, runManyArgs } = require('../launch/run-many');
const { root } = require('../launch/workspace');

const target = (name) => ({ file: NX, args: runManyArgs([name]) });

/**
 * What a reviewer would ask, as commands run by this Node. Steps of one `wave` run at the same time; the tests come
 * last and alone, since jest uses every core. Types, format, lint and reference are targets of nx: what passed on the same inputs is not looked
 * at again.
 */
const STEPS = [
  { name: 'types', wave: 1, ...target('typecheck') },
  { name: 'format', wave: 2, ...target('format') },
  { name: 'lint', wave: 3, ...target('lint') },
  { name: 'reference', wave: 4, ...target('reference') },
  { name: 'sync', wave: 4, file: NX, args: ['sync:check'] },
  { name: 'tests', wave: 5, file: path.join(root, 'tools', 'launch', 'test.js'), args: [] },
];

module.exports = { STEPS };
