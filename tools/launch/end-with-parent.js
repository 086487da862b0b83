// Preloaded (`node --require`) into every program that a launcher starts: when the launcher is killed outright, the
// program receives the SIGTERM that the launcher could not send, and drains as usual.
'use strict';
const { isMainThread } = require('node:worker_threads');
const { watchParent } = require('./parent-watch');

if (isMainThread) watchParent(() => process.kill(process.pid, 'SIGTERM'));
