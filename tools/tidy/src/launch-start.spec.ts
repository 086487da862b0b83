import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { inRoot } from './workspace';

/** Stand-ins for the two apps. Each writes what happens to it into `events`, one line per event. */
const SAY = `
const fs = require('node:fs');
const say = (event) => fs.appendFileSync(process.env.EVENTS, event + '\\n');
`;
const API = `${SAY}
console.log(JSON.stringify({ level: 50, event: 'disk', reason: 'full' }));
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

const BUNDLER = `
exports.build = async () => ({ outputFiles: [], metafile: { inputs: {}, outputs: {} } });
exports.stop = async () => {};
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
    write('apps/api/dist/bundle/main.js', API);
    write('apps/ingest/dist/bundle/main.js', INGEST);
    mkdirSync(join(root, 'apps', 'site', 'src', 'pages'), { recursive: true });
    // An installed tree that is up to date, with a compiler and a bundler that have nothing to do.
    write('node_modules/.package-lock.json', '{"packages":{}}');
    write('package-lock.json', '{"packages":{}}');
    write('node_modules/@native/typescript/bin/tsc', '');
    write('node_modules/esbuild/index.js', BUNDLER);
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

  it('says on a port in use what would do, in one line, and starts nothing', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));

    const { status, stdout, stderr } = await runToEnd([]);

    await new Promise((resolve) => other.close(resolve));
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `[stackcheck] port ${port} is in use; try: PORT=${port + 1} npm start\n`,
    });
    expect(log()).toEqual([]);
  });

  it('takes no arguments, and starts nothing for one', async () => {
    const { status, stderr } = await runToEnd(['--check-config']);

    expect([status, stderr.split('\n')[0]]).toEqual([2, 'unknown argument --check-config']);
    expect(log()).toEqual([]);
  });

  it('leaves standard output to the programs where it is no terminal, and says where the service is when it is there', async () => {
    start({});
    let [stdout, stderr] = ['', ''];
    launcher.stdout!.on('data', (chunk) => (stdout += chunk));
    launcher.stderr!.on('data', (chunk) => (stderr += chunk));
    await until(() => log().includes('ingest worker'));

    await stop();

    expect(stdout).toBe('{"level":50,"event":"disk","reason":"full"}\n');
    for (const text of [`http://127.0.0.1:${port}\n`, 'npm run demo', '/openapi.json']) expect(stderr).toContain(text);
  });

  function runToEnd(args: readonly string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
    const { DATA_DIR: _data, HOST: _host, ...rest } = process.env;
    launcher = spawn(process.execPath, [join(root, 'tools', 'launch', 'start.js'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...rest, PORT: String(port), EVENTS: events },
    });
    let [stdout, stderr] = ['', ''];
    launcher.stdout!.on('data', (chunk) => (stdout += chunk));
    launcher.stderr!.on('data', (chunk) => (stderr += chunk));
    return new Promise((resolve) => launcher.on('close', (status) => resolve({ status, stdout, stderr })));
  }

  function start(env: Readonly<Record<string, string>>): void {
    const { PAYMENTS_MODE: _mode, DATA_DIR: _data, HOST: _host, ...rest } = process.env;
    launcher = spawn(process.execPath, [join(root, 'tools', 'launch', 'start.js')], {
      stdio: ['ignore', 'pipe', 'pipe'],
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

describe('the output of npm start on a terminal', () => {
  const { startOutput } = createRequire(__filename)(inRoot('tools', 'launch', 'start-output.js')) as {
    startOutput(
      dataDir: string,
      stdout: { isTTY: boolean; write(text: string): void },
    ): { stdio: unknown; file?: string; take(child: object): void };
  };

  it('shows errors in a line each; all else goes into a file in the data folder', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'stackcheck-output-')), 'data');
    let shown = '';
    const output = startOutput(dataDir, { isTTY: true, write: (text) => (shown += text) });
    const lines = [
      '{"level":30,"event":"started"}',
      'a banner',
      '{"level":50,"event":"disk","reason":"full"}',
      '{not json',
    ];
    const child = new PassThrough();

    output.take({ stdout: child });
    child.end(`${lines.join('\n')}\n`);
    const logged = () => (existsSync(output.file!) ? readFileSync(output.file!, 'utf8') : '');
    for (let turn = 0; turn < 100 && logged().split('\n').length <= lines.length; turn++)
      await new Promise((resolve) => setTimeout(resolve, 20));

    expect(output.stdio).toEqual(['inherit', 'pipe', 'inherit']);
    expect(shown).toBe('  error  disk: full\n');
    expect(logged()).toBe(`${lines.join('\n')}\n`);
    rmSync(dirname(dataDir), { recursive: true });
  });

  it('is left alone elsewhere', () => {
    expect(startOutput('/nowhere', { isTTY: false, write: () => undefined })).toMatchObject({ stdio: 'inherit' });
  });
});
