import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RUN_TYPESCRIPT = join(__dirname, '..', '..', '..', '..', 'jest.run-typescript.js');
/** Starts a program that only waits, stops it with SIGSTOP, says its number, and waits itself. */
const PROGRAM = `
  const { endWithUs } = require(${JSON.stringify(join(__dirname, 'end-with-us.ts'))});
  const child = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' });
  child.kill('SIGSTOP');
  const hasEnded = endWithUs(child.pid, 'KILL', process.argv[1]);
  process.stdin.once('data', () => { hasEnded(); child.kill('SIGKILL'); setTimeout(() => process.exit(), 300); });
  process.stdout.write(child.pid + '\\n');
`;

const there = process.platform === 'linux' ? describe : describe.skip;

there('a program that is to end with the one that started it (Linux)', () => {
  let folder = '';
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'end-with-us-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('ends when that one is killed, also while it is stopped, and its folder goes', async () => {
    const { starter, pid } = await start(folder);
    await until(() => stateOf(pid) === 'T');

    starter.kill('SIGKILL');
    await until(() => stateOf(pid) === undefined && !existsSync(folder));
  });

  it('keeps its folder when it ended before', async () => {
    const { starter, ended } = await start(folder);

    starter.stdin.write('end\n');
    await ended;

    expect(existsSync(folder)).toBe(true);
  });
});

async function start(folder: string) {
  const args = ['--conditions=@stackcheck/source', '--require', RUN_TYPESCRIPT, '-e', PROGRAM, folder];
  const starter = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => starter.once('close', resolve));
  const pid = await new Promise<number>((resolve) =>
    starter.stdout.once('data', (said: Buffer) => resolve(Number(said.toString('utf8')))),
  );
  return { starter, pid, ended };
}

/** As the kernel says it: `T` = stopped. Undefined when it is over. */
function stateOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0];
    return state === 'Z' ? undefined : state;
  } catch {
    return undefined;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
