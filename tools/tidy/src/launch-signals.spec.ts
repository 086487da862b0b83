import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

/** A stand-in for the API: listens, counts the signals it gets, and drains for a moment before it ends with code 7. */
const PROGRAM = `
const fs = require('node:fs');
const signals = [];
const server = require('node:http').createServer((_, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => fs.writeFileSync('port', JSON.stringify({ port: server.address().port, pid: process.pid })));
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {
  signals.push(name);
  server.close();
  setTimeout(() => { fs.writeFileSync('drained', signals.join()); process.exit(7); }, 300);
});
`;

const LAUNCHER = `
const { runProgram } = require(${JSON.stringify(inRoot('tools', 'launch', 'run-program.js'))});
require('node:fs').writeFileSync('launcher', String(process.pid));
runProgram('program.js', []).then((code) => process.exit(code));
`;

describe.each([
  ['npm is asked to stop', 'npm', 'SIGTERM', 'SIGTERM'],
  ['npm is killed', 'npm', 'SIGKILL', 'SIGTERM'],
  ['the launcher is asked to stop', 'launcher', 'SIGTERM', 'SIGTERM'],
  ['the launcher is interrupted', 'launcher', 'SIGINT', 'SIGINT'],
  ['the terminal of the launcher closes', 'launcher', 'SIGHUP', 'SIGHUP'],
  ['the launcher is killed', 'launcher', 'SIGKILL', 'SIGTERM'],
  ['the whole process group is asked to stop', 'group', 'SIGTERM', 'SIGTERM'],
] as const)('when %s', (_name, target, signal, received) => {
  let folder = '';
  let npm: ChildProcess;
  let program = 0;

  beforeEach(() => {
    program = 0;
    folder = mkdtempSync(join(tmpdir(), 'stackcheck-launch-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node launcher.js' } }));
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    writeFileSync(join(folder, 'launcher.js'), LAUNCHER);
    npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true });
  });
  afterEach(() => {
    if (npm.exitCode === null) npm.kill('SIGKILL');
    if (isAlive(program)) process.kill(program, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('the program drains, having been asked once, and its port is free', async () => {
    const { port, pid } = JSON.parse(await fileText(join(folder, 'port'))) as { port: number; pid: number };
    program = pid;
    const launcher = Number(await fileText(join(folder, 'launcher')));

    process.kill(target === 'launcher' ? launcher : target === 'group' ? -npm.pid! : npm.pid!, signal);

    expect(await fileText(join(folder, 'drained'))).toBe(received);
    expect(await isListening(port)).toBe(false);
    expect(await ends(launcher)).toBe(true);
  });
});

it('the exit code of the program is the exit code of the launcher', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-launch-'));
  writeFileSync(join(folder, 'program.js'), 'process.exit(process.argv.length === 2 ? 23 : 1);');
  writeFileSync(join(folder, 'launcher.js'), LAUNCHER);

  const code = await new Promise((resolve) =>
    spawn(process.execPath, ['launcher.js'], { cwd: folder, stdio: 'ignore' }).on('exit', resolve),
  );

  expect(code).toBe(23);
  rmSync(folder, { recursive: true, force: true });
});

async function fileText(file: string): Promise<string> {
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', `${file} to be written`);
  return readFileSync(file, 'utf8');
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('connect', () => resolve((socket.destroy(), true)));
    socket.on('error', () => resolve(false));
  });
}

async function ends(pid: number): Promise<boolean> {
  await until(() => !isAlive(pid), `process ${pid} to end`);
  return true;
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    // A zombie waits only for its parent to read its exit code.
    return !existsSync('/proc') || !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
