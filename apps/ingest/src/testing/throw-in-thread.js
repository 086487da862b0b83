'use strict';
// Required by a thread: its second message meets a fault that nobody foresaw.
const { parentPort } = require('node:worker_threads');

let messages = 0;
parentPort.on('message', () => {
  messages += 1;
  if (messages === 2) throw new Error('an unforeseen fault');
});
