import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { testReservation } from '../testing/test-reservation';
import { withLock } from './lock-file';
import { openSpendBook } from './spend-book-file';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const OF = { network: 'eip155:84532' };

let folder: string;
let file: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-book-'));
  file = join(folder, 'spend-book.json');
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => ended(child, 'SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): { readonly child: ChildProcess; readonly lines: string[] } {
  const loader = join(__dirname, '..', '..', '..', '..', 'jest.run-typescript.js');
  const program = join(__dirname, '..', 'testing', 'spend-in-a-loop.ts');
  const child = spawn(process.execPath, ['--conditions=@stackcheck/source', '--require', loader, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n').filter((line) => line !== '')));
  return { child, lines };
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once('close', resolve));
  if (signal) child.kill(signal);
  await end;
}

async function until(holds: () => boolean): Promise<void> {
  for (let looks = 0; !holds() && looks < 4_000; looks++) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a spend book on disk', () => {
  it('is there after it was closed by forgetting it, readable by its owner alone, and leaves no other file', async () => {
    const deep = join(folder, 'a', 'b', 'book.json');
    await openSpendBook(deep).reserve(testReservation('a'), NOW);

    expect(await openSpendBook(deep).spent(OF)).toBe(1_000n);
    expect([statSync(deep).mode & 0o777, statSync(join(folder, 'a')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['book.json']);
  });

  it('is made readable by its owner alone again with the next change', async () => {
    await openSpendBook(file).reserve(testReservation('a'), NOW);
    chmodSync(file, 0o644);

    await openSpendBook(file).reserve(testReservation('b'), NOW);

    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is refused when it is damaged, and stays as it is', async () => {
    writeFileSync(file, '{"schema":1,');

    await expect(openSpendBook(file).reserve(testReservation('a'), NOW)).rejects.toMatchObject({
      code: 'book_unreadable',
    });
    expect(readFileSync(file, 'utf8')).toBe('{"schema":1,');
    expect(readdirSync(folder)).toEqual(['spend-book.json']);
  });

  it('goes on after a change that failed', async () => {
    const book = openSpendBook(file);
    writeFileSync(file, '?');
    await expect(book.settle('a')).rejects.toMatchObject({ code: 'book_unreadable' });
    rmSync(file);

    expect((await book.reserve(testReservation('a'), NOW)).kind).toBe('reserved');
  });

  it('holds its cap among several processes, of which one is killed', async () => {
    const cap = 40_000;
    const runs = ['a', 'b', 'c'].map((name) => run('spend', file, String(cap), name));
    await until(() => runs.every(({ lines }) => lines.includes('ready')));
    writeFileSync(`${file}.go`, '');
    await until(() => runs[0]!.lines.length >= 4);
    await ended(runs[0]!.child, 'SIGKILL');
    await Promise.all(runs.map(({ child }) => ended(child)));

    const printed = runs.flatMap(({ lines }) => lines.slice(1));
    const kept = (await openSpendBook(file).open()).map(({ id }) => id);
    expect(await openSpendBook(file).spent(OF)).toBe(BigInt(cap));
    expect(new Set(kept).size).toBe(cap / 1_000);
    expect(printed.filter((id) => !kept.includes(id))).toEqual([]);
    expect(runs.slice(1).every(({ child }) => child.exitCode === 0)).toBe(true);
  });
});

describe('the lock of a book', () => {
  const lock = (): string => `${file}.lock`;
  const owner = (change: object): string =>
    JSON.stringify({ pid: process.pid, start: '1', host: hostname(), token: 'ab'.repeat(8), ...change });

  it('is broken when the process that holds it was killed', async () => {
    const { child, lines } = run('hold', file);
    await until(() => lines.length > 0);
    await expect(openSpendBook(file, { lockWaitMs: 20 }).settle('a')).rejects.toMatchObject({
      code: 'book_locked',
      details: { pid: child.pid, host: hostname() },
    });

    await ended(child, 'SIGKILL');

    expect((await openSpendBook(file).reserve(testReservation('a'), NOW)).kind).toBe('reserved');
    expect(readdirSync(folder).filter((name) => !name.endsWith('.tmp'))).toEqual(['spend-book.json']);
  });

  it('is broken where its process has the number of a later one', async () => {
    // This process did not start with the first tick of the machine.
    writeFileSync(lock(), owner({}));
    const isLinux = existsSync('/proc/self/stat');

    const change = openSpendBook(file, { lockWaitMs: 20 }).settle('a');

    await (isLinux
      ? expect(change).resolves.toBe(false)
      : expect(change).rejects.toMatchObject({ code: 'book_locked' }));
  });

  it.each([
    ['of another host', { host: 'elsewhere', pid: 4_194_304 }],
    ['of a process that lives', { start: null }],
  ])('is never broken: one %s', async (_name, change) => {
    writeFileSync(lock(), owner(change));

    await expect(openSpendBook(file, { lockWaitMs: 20 }).settle('a')).rejects.toMatchObject({ code: 'book_locked' });
    expect(readFileSync(lock(), 'utf8')).toBe(owner(change));
  });

  it('is never broken where nothing is known of its owner', async () => {
    writeFileSync(lock(), 'mine');

    await expect(openSpendBook(file, { lockWaitMs: 20 }).settle('a')).rejects.toThrow(
      /^The spend book is locked by something that is no buyer: .*remove /,
    );
  });

  it('is held by one at a time, also when many find it left behind', async () => {
    writeFileSync(lock(), owner({ pid: 4_194_304 }));
    let [inside, most, done] = [0, 0, 0];

    await Promise.all(
      Array.from({ length: 12 }, () =>
        withLock(lock(), 10_000, async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
          done += 1;
        }),
      ),
    );

    expect([most, done]).toEqual([1, 12]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
