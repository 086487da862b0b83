'use strict';

/** As in `jest.preset.js`. */
const CONDITIONS = ['@stackcheck/source', 'require', 'default', 'node', 'node-addons'];

/**
 * Finds modules as the tests do. Where jest looks for the tests that import a file it asks without conditions, and the packages of this
 * repository, which are not built in the copy, would lead nowhere: no test of one project would import the code of another.
 */
module.exports = (request, options) =>
  options.defaultResolver(request, { ...options, conditions: options.conditions ?? CONDITIONS });
