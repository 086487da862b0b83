'use strict';
const { quietEnvironment } = require('../launch/workspace');

/** The environment of nx, which keeps its plugins in its own process: starting one for each takes longer than all else that it does. */
function nxEnvironment() {
  return { ...quietEnvironment(), NX_ISOLATE_PLUGINS: 'false' };
}

module.exports = { nxEnvironment };
