'use strict';
const { prepare } = require('./prepare');
const path = require('node:path');
const { API_NODE_ARGS } = require('./api-node-args');
const { startProgram, onStopRequest } = require('./run-program');
const { waitForApi } = require('./wait-for-api');
const { root, say } = require('./workspace');

const API = path.join(root, 'apps', 'api', 'dist', 'main.js');
const INGEST = path.join(root, 'apps', 'ingest', 'dist', 'main.js');

/**
 * `npm start`: the whole service on one machine. Publishes the starter dataset when there is none, serves the API, and
 * refreshes the data in the background once the API answers. The exit code is the API's.
 */
async function main() {
  await prepare();
  const env = embeddedDefaults(process.env);
  const children = new Set();
  let stopping = false;
  const start = (file, args, nodeArgs = []) => {
    const program = startProgram(file, args, { env, nodeArgs });
    children.add(program.child);
    void program.ended.then(() => children.delete(program.child));
    return program;
  };
  onStopRequest((signal) => {
    stopping = true;
    for (const child of children) child.kill(signal);
  });

  const starterCode = await start(INGEST, ['--starter']).ended;
  if (stopping) return;
  if (starterCode !== 0) say(`the starter dataset was not published (code ${starterCode}); starting without it`);

  const api = start(API, process.argv.slice(2), API_NODE_ARGS);
  let apiEnded = false;
  void api.ended.then(() => (apiEnded = true));
  const worker = refreshOnceListening(env, () => stopping || apiEnded, start);

  process.exitCode = await api.ended;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  await worker;
}

/** Starts the ingest worker when the API answers. A worker that fails leaves the API serving what it has. */
async function refreshOnceListening(env, isOver, start) {
  if (!(await waitForApi({ host: listenHost(env), port: Number(env.PORT) || 8402 }, isOver))) return;
  if (isOver()) return;
  const code = await start(INGEST, []).ended;
  if (!isOver()) say(`the ingest worker ended with code ${code}; the API goes on with the data it has`);
}

/** What `npm start` sets where the environment says nothing: sandbox payments and a data folder in the repository. */
function embeddedDefaults(env) {
  return {
    ...env,
    PAYMENTS_MODE: env.PAYMENTS_MODE || 'sandbox',
    DATA_DIR: env.DATA_DIR || path.join(root, 'data'),
  };
}

/** An address that listens everywhere is asked on loopback. */
function listenHost(env) {
  const host = env.HOST || '127.0.0.1';
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

void main();
