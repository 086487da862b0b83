// The boundary rule reads Nx's saved project graph and silently does nothing without one (a fresh
// clone). ESLint's configuration cannot ask for it: Nx reads that file while it computes the graph.
'use strict';
const { spawnSync } = require('node:child_process');
const { quietEnvironment, root } = require('../launch/workspace');

const TIMEOUT_MS = 120_000;

/**
 * Computes and saves the project graph; without the daemon it costs about two seconds. A process of its own does it,
 * because Nx's plugin workers can keep the process that started them from ending.
 */
function saveProjectGraph() {
  const run = spawnSync(process.execPath, [__filename], {
    cwd: root,
    env: quietEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: TIMEOUT_MS,
  });
  if (run.status !== 0) throw new Error('Nx could not compute the project graph; its messages are above');
}

async function main() {
  const { createProjectGraphAsync } = require('@nx/devkit');
  await createProjectGraphAsync({ exitOnError: true, resetDaemonClient: false });
  process.exit(0);
}

if (require.main === module) void main();

module.exports = { saveProjectGraph };
