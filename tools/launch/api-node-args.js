'use strict';
const os = require('node:os');

/**
 * Arguments of Node for the API (docs/operations.md, "How it is started"):
 * - it collects young memory more often while it takes a snapshot up;
 * - memory that lives on may double before all of it is looked through. Left alone, V8 does that after every tenth more, which was
 *   once in a thousand payments, and each time the event loop shared its cores with the collector for 20 to 40 ms;
 * - the collector leaves one core to the event loop;
 * - what a call makes begins among the young. Left alone, V8 may put the objects that a line of the program makes among the old, once
 *   a hundred of them lived through a collection, as those of a large answer under way do. There those of later answers are dead
 *   and not yet gone, so all that they name is moved, too: 2 MB at each collection, in 3 to 4 ms, instead of 0.2 MB.
 */
const API_NODE_ARGS = [
  '--expose-gc',
  '--heap-growing-percent=100',
  '--no-allocation-site-pretenuring',
  `--v8-pool-size=${Math.min(4, Math.max(1, os.availableParallelism() - 1))}`,
];

module.exports = { API_NODE_ARGS };
