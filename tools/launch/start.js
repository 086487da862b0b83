'use strict';
const { helpOrRefuse } = require('./usage');

const USAGE = `npm start

Installs what building and serving need, compiles, and serves the API with sandbox payments on http://127.0.0.1:8402;
publishes the embedded starter data first and fetches the full datasets in the background.

Takes no arguments; the environment configures it (docs/configuration.md):
  PORT, HOST      where it listens (8402, 127.0.0.1)
  DATA_DIR        databases and keys (./data)
  PAYMENTS_MODE   sandbox, facilitator or off (sandbox)

On a terminal the log goes to DATA_DIR/npm-start.log; into a pipe it goes as JSON lines.
To check a configuration, or to serve without ingest: npm run api -- --help`;

helpOrRefuse(USAGE, process.argv.slice(2));

const path = require('node:path');
const { prepare } = require('./prepare');
const { API_NODE_ARGS } = require('./api-node-args');
const { isPortFree, portInUse } = require('./port-check');
const { readyBlock } = require('./ready-block');
const { startProgram, onStopRequest } = require('./run-program');
const { startOutput } = require('./start-output');
const { waitForApi } = require('./wait-for-api');
const { root, say, seconds } = require('./workspace');

const API = path.join(root, 'apps', 'api', 'dist', 'bundle', 'main.js');
const INGEST = path.join(root, 'apps', 'ingest', 'dist', 'bundle', 'main.js');

/**
 * `npm start`: the whole service on one machine. Publishes the starter dataset when there is none, serves the API, and
 * refreshes the data in the background once the API answers. The exit code is the API's.
 */
async function main() {
  const startedAt = Date.now();
  const env = embeddedDefaults(process.env);
  const address = { host: listenHost(env), port: Number(env.PORT) || 8402 };
  // Asked before a minute goes into an installation, and again after it.
  if (!(await portOrEnd(address))) return;
  await prepare({ level: 'build' });
  if (!(await portOrEnd(address))) return;

  const output = startOutput(env.DATA_DIR);
  const children = new Set();
  let stopping = false;
  const start = (file, args, nodeArgs = []) => {
    const program = startProgram(file, args, { env, nodeArgs, stdio: output.stdio });
    output.take(program.child);
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

  const api = start(API, [], API_NODE_ARGS);
  let apiEnded = false;
  void api.ended.then(() => (apiEnded = true));
  const isOver = () => stopping || apiEnded;
  const onReady = () => {
    const url = `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
    const time = seconds(Date.now() - startedAt);
    const block = readyBlock({ url, mode: env.PAYMENTS_MODE, logFile: output.file, seconds: time });
    (output.file ? process.stdout : process.stderr).write(block);
  };
  const worker = refreshOnceListening(address, isOver, start, onReady);

  process.exitCode = await api.ended;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  await worker;
}

/** Starts the ingest worker when the API answers. A worker that fails leaves the API serving what it has. */
async function refreshOnceListening(address, isOver, start, onReady) {
  if (!(await waitForApi(address, isOver))) return;
  if (isOver()) return;
  onReady();
  const code = await start(INGEST, []).ended;
  if (!isOver()) say(`the ingest worker ended with code ${code}; the API goes on with the data it has`);
}

async function portOrEnd(address) {
  if (await isPortFree(address)) return true;
  say(portInUse(address.port, 'npm start'));
  process.exitCode = 1;
  return false;
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
