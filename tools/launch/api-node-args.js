'use strict';
const os = require('node:os');

/**
 * What Node is told for the API (docs/operations.md, "How it is started"):
 * - it collects young memory oftener while it takes a snapshot up;
 * - memory that lives on may double before all of it is looked through. Left alone, V8 does that after every tenth more, which was
 *   once in a thousand payments, and each time the event loop shared its cores with the collector for 20 to 40 ms;
 * - the collector leaves one core to the event loop.
 */
const API_NODE_ARGS = [
  '--expose-gc',
  '--heap-growing-percent=100',
  `--v8-pool-size=${Math.min(4, Math.max(1, os.availableParallelism() - 1))}`,
];

module.exports = { API_NODE_ARGS };
