import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import { openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { runOperator } from '../operator';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
let folder: string;
let dataDir: string;
const series = (): string => join(folder, 'backups');
const key = (): string => join(folder, 'key');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-series-'));
  dataDir = join(folder, 'data');
  for (const path of [join(dataDir, 'keys'), join(dataDir, 'sold'), series()]) mkdirSync(path, { recursive: true });
  writeFileSync(key(), randomBytes(32).toString('hex'), { mode: 0o600 });
  writeFileSync(join(dataDir, 'keys', 'l402-secret'), 'ab'.repeat(32), { mode: 0o600 });
  writeFileSync(join(dataDir, 'sold', 'eol-20261120T120000Z-0a1b2c3d.json.gz'), randomBytes(500_000));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runOperator([...args, '--key-file', key()], {
    env: { DATA_DIR: dataDir },
    write: (text) => (out += text),
    complain: (line) => (err += `${line}\n`),
  });
  return { code, out, err };
}

async function sell(count: number): Promise<void> {
  const ledger = openPaymentLedger(join(dataDir, 'payments.db'), { bootId: 'boot-1', deliveryWaitMs: 0 });
  for (let sold = 0; sold < count; sold++) await ledger.claim(testIntent({}), NOW_MS);
  ledger.close();
}

/** The next backup of the series. */
async function backUp(
  ...more: string[]
): Promise<{ readonly file: string; readonly bytes: number; readonly base: string | null }> {
  const { code, out, err } = await run('backup', series(), '--json', ...more);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Awaited<ReturnType<typeof backUp>>;
}

const files = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(dataDir, name)).isFile() && !/^replaced-|-(wal|shm)$|\.lock$/.test(name))
      .map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')]),
  );

it('holds what changed since the one before, and gives back any of them', async () => {
  await sell(200);
  const first = await backUp();
  await sell(1);
  const second = await backUp();
  const third = await backUp();
  writeFileSync(join(dataDir, 'sold', 'kev-20261120T120000Z-0a1b2c3d.json.gz'), randomBytes(1_000));
  await sell(2);
  const wanted = files();
  const last = await backUp();
  expect([first, second, third, last].map(({ base }) => base !== null)).toEqual([false, true, true, true]);
  expect([first.bytes > 500_000, second.bytes < 200_000, third.bytes < 20_000]).toEqual([true, true, true]);
  rmSync(dataDir, { recursive: true });

  expect(await run('restore', series())).toMatchObject({ code: 0, out: expect.stringContaining('203 payments') });

  expect(Object.keys(files()).sort()).toEqual(Object.keys(wanted).sort());
  const { 'payments.db': _ledger, ...others } = wanted;
  expect(files()).toMatchObject(others);
  rmSync(dataDir, { recursive: true });
  expect(await run('restore', second.file)).toMatchObject({ code: 0, out: expect.stringContaining('201 payments') });
  const reader = await openPaymentReader(join(dataDir, 'payments.db'));
  expect(await reader.faults()).toEqual([]);
  await reader.close();
});

it('--full begins again, so that the older ones may go', async () => {
  await sell(1);
  const first = await backUp();
  await backUp();
  const full = await backUp('--full');
  const last = await backUp();
  rmSync(first.file);

  expect([full.base, last.base]).toEqual([null, expect.stringMatching(/^backup-/)]);
  expect(await run('restore', series(), '--verify')).toMatchObject({ code: 0 });
});

it.each<[string, (first: string, second: string, other: string) => void, RegExp]>([
  ['one before it is missing', (first) => rmSync(first), /goes on from backup-.*, which is not in its folder/],
  [
    'one before it was changed',
    (first) => {
      const sealed = readFileSync(first);
      sealed[sealed.length - 40]! ^= 1;
      writeFileSync(first, sealed);
    },
    /was changed, is incomplete/,
  ],
  [
    'another one took its place',
    (first, _second, other) => copyFileSync(other, first),
    /is not the backup that .* goes on from/,
  ],
])('a series is refused as a whole where %s, and nothing is replaced', async (_what, harm, said) => {
  await sell(1);
  const first = await backUp();
  await sell(1);
  const second = await backUp();
  const other = await backUp('--full');
  harm(first.file, second.file, other.file);
  const before = files();

  expect(await run('restore', second.file)).toMatchObject({ code: 1, err: expect.stringMatching(said) });
  expect(files()).toEqual(before);
});

it('a folder without a backup is wrong usage, and --dry-run writes none', async () => {
  await sell(1);

  expect(await run('backup', series(), '--dry-run')).toMatchObject({ code: 0 });
  expect(await run('restore', series())).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no backup in'),
  });
});
