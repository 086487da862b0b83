// The boundary rule reads Nx's saved project graph and silently does nothing without one (a fresh clone), so the graph
// is computed before every lint. No daemon: it costs about a second.
'use strict';
process.env.NX_DAEMON = 'false';
const { createProjectGraphAsync } = require('@nx/devkit');

/** Computes and saves the project graph. */
async function saveProjectGraph() {
  return createProjectGraphAsync({ exitOnError: true, resetDaemonClient: false });
}

module.exports = { saveProjectGraph };
if (require.main === module) void saveProjectGraph().then(() => process.exit(0));
