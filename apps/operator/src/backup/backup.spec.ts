import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import { openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { runOperator } from '../operator';
import { packed } from './contents';
import { writeSealed } from './sealed-file';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
let folder: string;
let dataDir: string;
const at = (name: string): string => join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  dataDir = at('data');
  for (const name of ['keys', 'sold']) mkdirSync(join(dataDir, name), { recursive: true });
  const pem = generateKeyPem();
  writeFileSync(join(dataDir, 'keys', 'dataset-signing.pem'), pem, { mode: 0o600 });
  writeFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), JSON.stringify({ keys: [signerFromPem(pem).publicJwk] }));
  writeFileSync(join(dataDir, 'sold', 'eol-20261120T120000Z-0a1b2c3d.json.gz'), randomBytes(2_500_000));
  writeFileSync(at('key'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  const ledger = openPaymentLedger(join(dataDir, 'payments.db'), { bootId: 'boot-1', deliveryWaitMs: 0 });
  await ledger.claim(testIntent({}), NOW_MS);
  ledger.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runOperator(args, {
    env: { DATA_DIR: dataDir },
    write: (text) => (out += text),
    complain: (line) => (err += `${line}\n`),
  });
  return { code, out, err };
}
const backup = (...more: string[]) => run('backup', at('b'), '--key-file', at('key'), ...more);
const restore = (...more: string[]) => run('restore', at('b'), '--key-file', at('key'), ...more);

/** Names and bytes of the data folder, without locks and what SQLite keeps next to an open file. */
const state = (): readonly string[] =>
  (existsSync(dataDir) ? readdirSync(dataDir, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => !/-(wal|shm)$|\.lock$|^replaced-/.test(name))
    .sort();

describe('backup and restore', () => {
  it('gives back payments, keys and sold snapshots after the folder is gone', async () => {
    const sold = join(dataDir, 'sold', 'eol-20261120T120000Z-0a1b2c3d.json.gz');
    const [bytes, names] = [readFileSync(sold), state()];
    expect(await backup()).toMatchObject({ code: 0, err: '' });
    rmSync(dataDir, { recursive: true });

    expect(await restore()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('1 payments as of') });

    expect(state()).toEqual(names);
    expect(readFileSync(sold).equals(bytes)).toBe(true);
    const reader = await openPaymentReader(join(dataDir, 'payments.db'));
    expect(await reader.list({ limit: 9 })).toHaveLength(1);
    await reader.close();
  });

  it('is encrypted, private, and leaves nothing else', async () => {
    await backup();

    const sealed = readFileSync(at('b'));
    for (const known of ['SQLite format 3', 'PRIVATE KEY', 'payments.db']) expect(sealed.includes(known)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['b', 'data', 'key']);
  });

  it('what was there is kept aside', async () => {
    await backup();
    writeFileSync(join(dataDir, 'keys', 'l402-secret'), 'ab'.repeat(32));

    const { code, out } = await restore();

    expect(code).toBe(0);
    expect(existsSync(join(/is in (.*)$/m.exec(out)![1]!, 'keys', 'l402-secret'))).toBe(true);
    expect(existsSync(join(dataDir, 'keys', 'l402-secret'))).toBe(false);
  });

  it.each(['--verify', '--dry-run'])('%s proves and changes nothing', async (option) => {
    await backup();
    const before = state();

    expect(await restore(option)).toMatchObject({ code: 0, out: expect.stringMatching(/seal, 4 sums, event chain/) });
    expect(state()).toEqual(before);
  });

  it('--dry-run of a backup writes nothing', async () => {
    expect(await backup('--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('payments.db') });
    expect(existsSync(at('b'))).toBe(false);
  });

  it.each([0, 25, 55, 70, 5_000, -20, -1])('a changed byte at %i is found, and nothing is replaced', async (place) => {
    await backup();
    const sealed = readFileSync(at('b'));
    const index = place < 0 ? sealed.length + place : place;
    sealed[index] = sealed[index]! ^ 1;
    writeFileSync(at('b'), sealed);
    const before = state();

    const { code, err } = await restore();

    expect({ code, lines: err.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
    expect(state()).toEqual(before);
  });

  it.each([10, 66, 3_000])('one that is cut off after %i bytes is found', async (length) => {
    await backup();
    writeFileSync(at('b'), readFileSync(at('b')).subarray(0, length));

    expect((await restore()).code).toBe(1);
  });

  it('one of a ledger that was changed is not restored', async () => {
    const file = join(dataDir, 'payments.db');
    const text = readFileSync(file).toString('latin1').replaceAll('settling', 'settlinG');
    writeFileSync(file, Buffer.from(text, 'latin1'));
    await backup();

    const { code, err } = await restore();

    expect(code).toBe(1);
    expect(err).toMatch(/FAULT|damaged/);
  });

  it('one that names a file outside of a data folder writes none', async () => {
    const manifest = { format: 1, taken_at: '', files: [{ path: 'keys/../../x', bytes: 0, sha256: '' }] } as const;
    const key = Buffer.from(readFileSync(at('key'), 'utf8').trim(), 'hex');
    writeSealed(
      at('b'),
      key,
      packed(manifest, () => at('key')),
    );

    expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('no part of a data folder') });
  });

  it.each([
    ['a key that others can read', () => chmodSync(at('key'), 0o644), 2],
    ['a key that is none', () => writeFileSync(at('key'), 'hush'), 2],
    ['no key', () => rmSync(at('key')), 2],
    ['another key', () => writeFileSync(at('key'), randomBytes(32).toString('hex')), 1],
  ])('%s ends the restore', async (_what, change, code) => {
    await backup();
    change();

    expect((await restore()).code).toBe(code);
  });

  it('never overwrites a backup, and says that there is no ledger', async () => {
    await backup();
    expect(await backup()).toMatchObject({ code: 1, err: expect.stringContaining('never overwritten') });
    rmSync(dataDir, { recursive: true });
    expect((await run('backup', at('c'), '--key-file', at('key'))).code).toBe(1);
  });
});
