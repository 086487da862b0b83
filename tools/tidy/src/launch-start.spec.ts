import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from './workspace';

/** Stand-ins for the two apps. Each writes what happens to it into `events`, one line per event. */
const SAY = `
const fs = require('node:fs');
const say = (event) => fs.appendFileSync(process.env.EVENTS, event + '\\n');
`;
const API = `${SAY}
say('api starts ' + process.env.PAYMENTS_MODE + ' ' + process.env.DATA_DIR + ' ' + process.argv.slice(2));
const server = require('node:http').createServer((request, response) => response.end(request.url));
setTimeout(() => server.listen(Number(process.env.PORT), '127.0.0.1', () => say('api listens')), 200);
process.on('SIGTERM', () => { say('api drains'); server.close(); setTimeout(() => process.exit(5), 200); });
`;
const INGEST = `${SAY}
const args = process.argv.slice(2).join(' ');
say('ingest ' + (args || 'worker'));
if (args === '--starter') process.exit(Number(process.env.STARTER_CODE || 0));
if (process.env.WORKER_CODE) process.exit(Number(process.env.WORKER_CODE));
setInterval(() => {}, 1000);
process.on('SIGTERM', () => { say('worker drains'); process.exit(0); });
`;

describe('npm start', () => {
  let root = '';
  let events = '';
  let port = 0;
  let launcher: ChildProcess;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'stackcheck-start-'));
    events = join(root, 'events');
    cpSync(inRoot('tools', 'launch'), join(root, 'tools', 'launch'), { recursive: true });
    write('apps/api/dist/main.js', API);
    write('apps/ingest/dist/main.js', INGEST);
    // An installed tree that is up to date, with a compiler that has nothing to do.
    write('node_modules/.package-lock.json', '{"packages":{}}');
    write('package-lock.json', '{"packages":{}}');
    write('node_modules/@native/typescript/bin/tsc', '');
    port = await freePort();
  });
  afterEach(async () => {
    if (launcher.exitCode === null) await stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('publishes the starter, serves, refreshes once the API answers, and ends with the code of the API', async () => {
    start({});
    await until(() => log().includes('ingest worker'));

    const code = await stop();

    expect(log()).toEqual([
      'ingest --starter',
      `api starts sandbox ${join(root, 'data')} `,
      'api listens',
      'ingest worker',
      expect.stringMatching(/ drains$/),
      expect.stringMatching(/ drains$/),
    ]);
    expect(code).toBe(5);
  });

  it('leaves the payment mode and the data folder that the environment names', async () => {
    start({ PAYMENTS_MODE: 'off', DATA_DIR: '/elsewhere' });

    await until(() => log().includes('ingest worker'));

    expect(log()).toContain('api starts off /elsewhere ');
  });

  it('serves even when the starter could not be published', async () => {
    start({ STARTER_CODE: '3' });

    await until(() => log().includes('api listens'));
  });

  it('goes on serving when the worker ends', async () => {
    start({ WORKER_CODE: '4' });
    await until(() => log().includes('ingest worker'));
    await new Promise((resolve) => setTimeout(resolve, 500));

    const answer = await fetch(`http://127.0.0.1:${port}/livez`);

    expect(answer.status).toBe(200);
  });

  function start(env: Readonly<Record<string, string>>): void {
    const { PAYMENTS_MODE: _mode, DATA_DIR: _data, HOST: _host, ...rest } = process.env;
    launcher = spawn(process.execPath, [join(root, 'tools', 'launch', 'start.js')], {
      stdio: 'ignore',
      env: { ...rest, PORT: String(port), EVENTS: events, ...env },
    });
  }

  function stop(): Promise<number | null> {
    return new Promise((resolve) => {
      launcher.on('exit', resolve);
      launcher.kill('SIGTERM');
    });
  }

  function log(): readonly string[] {
    return existsSync(events) ? readFileSync(events, 'utf8').trimEnd().split('\n') : [];
  }

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }

  async function until(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + 15_000;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`waited in vain; so far: ${log().join(', ')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
