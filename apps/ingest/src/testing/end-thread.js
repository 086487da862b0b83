'use strict';
// Required by a thread: it ends at the first message, as if someone had called `process.exit` there.
const { parentPort } = require('node:worker_threads');

parentPort.once('message', () => process.exit(7));
