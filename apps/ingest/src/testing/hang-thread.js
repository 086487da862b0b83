'use strict';
// Required by a thread: it hangs at its second message, as in a system call that never returns.
const { parentPort } = require('node:worker_threads');

let messages = 0;
parentPort.on('message', () => {
  messages += 1;
  if (messages === 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
