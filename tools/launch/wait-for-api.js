'use strict';
const http = require('node:http');

const POLL_MS = 150;
const ASK_TIMEOUT_MS = 1_000;

/** Resolves to true when the API answers `/livez`, to false when `isOver()` says that there is nothing to wait for. */
async function waitForApi({ host, port }, isOver) {
  while (!isOver()) {
    if (await isLive(host, port)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

function isLive(host, port) {
  return new Promise((resolve) => {
    const request = http.get({ host, port, path: '/livez', timeout: ASK_TIMEOUT_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

module.exports = { waitForApi };
