import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paymentStoreContract, testIntent } from '@stackcheck/payment-x402/testing';
import { openLedgerFile } from './ledger-file';
import { openPayments } from './open-payments';

const CODES = { fatal: 'SQLITE_IOERR_FSYNC', full: 'SQLITE_FULL', busy: 'SQLITE_BUSY', away: '' } as const;
const NOW_MS = 1_790_000_000_000;

const folder = mkdtempSync(join(tmpdir(), 'open-payments-'));
let files = 0;
const file = () => join(folder, `payments-${files}.db`);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

paymentStoreContract('SQLite', {
  fresh: () => files++,
  open: (opener) => openPayments({ file: file(), thread: 'never', ...opener }),
  errorOf: (kind) => Object.assign(new Error(kind), { code: CODES[kind] }),
  kinds: ['fatal', 'full', 'busy'],
});

describe('a store in a file', () => {
  const config = () => ({ file: file(), bootId: 'boot-1', hostId: 'here', thread: 'never' as const });
  beforeEach(() => files++);

  it('leaves no log behind when it is closed, unless nothing may be written any more', async () => {
    const pagesAfter = async (isDistrusted: boolean): Promise<number> => {
      files++;
      const onlooker = openLedgerFile(file());
      const store = await openPayments(config());
      await store.ledger.claim(testIntent(), NOW_MS);
      if (isDistrusted) store.distrust('a test');
      await store.close();
      const [row] = onlooker.pragma('wal_checkpoint(NOOP)') as [{ log: number }];
      onlooker.close();
      return row.log;
    };

    expect(await pagesAfter(false)).toBe(0);
    expect(await pagesAfter(true)).toBeGreaterThan(0);
  });

  it('is not copied by a host that another one keeps out', async () => {
    const holder = await openPayments(config());
    await holder.lease.hold(NOW_MS);
    await holder.ledger.claim(testIntent(), NOW_MS);
    const pages = (): number => {
      const onlooker = openLedgerFile(file());
      const [row] = onlooker.pragma('wal_checkpoint(NOOP)') as [{ log: number }];
      onlooker.close();
      return row.log;
    };
    const before = pages();

    const other = await openPayments({ ...config(), bootId: 'boot-2', hostId: 'there' });
    expect(await other.lease.hold(NOW_MS)).toMatchObject({ kind: 'other_host' });
    await other.close();

    expect(pages()).toBeGreaterThanOrEqual(before);
    await holder.close();
  });

  it('is kept from all others until what waits when it is given up is written', async () => {
    const store = await openPayments(config());
    await store.lease.hold(NOW_MS);
    const claim = await store.ledger.claim(testIntent(), NOW_MS);
    await store.lease.release();
    const written = store.ledger.unknown((claim as { readonly id: number }).id, 'unconfirmed', 'timeout', NOW_MS);
    const others = [
      await openPayments({ ...config(), bootId: 'boot-2' }),
      await openPayments({ ...config(), bootId: 'boot-3', hostId: 'there' }),
    ];
    const held = () => Promise.all(others.map(async ({ lease }) => (await lease.hold(NOW_MS)).kind));

    expect(await held()).toEqual(['other_host', 'other_host']);
    await store.close();
    await written;
    expect(await held()).toEqual(['held', 'other_host']);
    for (const other of others) await other.close();
  });

  it('is kept from all others while a settlement of this process is under way', async () => {
    const store = await openPayments(config());
    await store.lease.hold(NOW_MS);
    const begun = await store.locks.begin({ key: testIntent().key, hash: 'a hash', identifier: null });
    await store.lease.release();
    await store.close();
    const others = [
      await openPayments({ ...config(), bootId: 'boot-2' }),
      await openPayments({ ...config(), bootId: 'boot-3', hostId: 'there' }),
    ];
    const held = (at: number) => others[at]!.lease.hold(NOW_MS).then(({ kind }) => kind);
    expect([await held(0), await held(1)]).toEqual(['other_host', 'other_host']);

    if (begun.kind === 'begun') begun.lock.release();
    while ((await held(0)) !== 'held') await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await held(1)).toBe('other_host');
    for (const other of others) await other.close();
  });

  it('is closed without a fault of its own after another one, and where its past cannot be read', async () => {
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', onRejection);
    const store = await openPayments(config());
    await store.sandboxNonces.spend(testIntent().key, 'hash', NOW_MS);
    rmSync(file());
    await expect(store.reader.list({ limit: 1 })).rejects.toMatchObject({ name: 'DatabaseOpenError' });
    store.distrust('a test');

    await expect(store.close()).resolves.toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', onRejection);
    expect(rejections).toEqual([]);
  });

  it('cannot be opened where the file is no database', async () => {
    await expect(openPayments({ ...config(), file: folder })).rejects.toMatchObject({ name: 'DatabaseOpenError' });
  });
});
