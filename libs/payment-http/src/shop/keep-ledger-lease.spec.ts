import { FixedClock } from '@stackcheck/contract/testing';
import { MemoryDisk, memoryFault, MemoryStore } from '@stackcheck/payment-x402/testing';
import type { HostLease, Integrity, LeaseOutcome } from '@stackcheck/payment-x402/store';
import { keepLedger, type KeptLedger } from './keep-ledger';

const onError = jest.fn();
let clock: FixedClock;
let store: MemoryStore;
let lease: jest.Mocked<HostLease>;

beforeEach(() => {
  jest.useFakeTimers();
  onError.mockClear();
  clock = new FixedClock();
  store = new MemoryStore(new MemoryDisk(), { bootId: 'boot', hostId: 'here' }, (ledger) =>
    Object.assign(ledger, { counts: () => Promise.reject(memoryFault('full')) }),
  );
  lease = {
    hold: jest.fn<Promise<LeaseOutcome>, [number]>(async () => ({ kind: 'held' })),
    renew: jest.fn<Promise<LeaseOutcome | undefined>, [number, () => boolean]>(async () => ({ kind: 'held' })),
    release: jest.fn(async () => undefined),
  };
  Object.assign(store, { lease });
});
afterEach(() => void jest.useRealTimers());

const keep = (): Promise<KeptLedger> => keepLedger(store, clock, onError);

/** Lets time pass, by clock and timers. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    await jest.advanceTimersByTimeAsync(1_000);
  }
}

test('the lease is renewed every ten seconds, and not before', async () => {
  await keep();

  await pass(9_000);
  expect(lease.renew).not.toHaveBeenCalled();
  await pass(1_000);
  expect(lease.renew.mock.calls.map(([nowMs]) => nowMs)).toEqual([clock.now()]);
  await pass(9_000);
  expect(lease.renew).toHaveBeenCalledTimes(1);
  await pass(1_000);
  expect(lease.renew).toHaveBeenCalledTimes(2);
});

test('while the ledger cannot be written, it is tried every second until one goes through', async () => {
  const keeping = await keep();
  await expect(store.ledger.counts()).rejects.toThrow('full');
  lease.renew.mockRejectedValueOnce(new Error('still full')).mockRejectedValueOnce(new Error('still full'));

  await pass(2_000);
  expect([keeping.isPaused, onError.mock.calls.length]).toEqual([true, 2]);
  await pass(1_000);

  expect(keeping.isPaused).toBe(false);
  expect(lease.renew).toHaveBeenCalledTimes(3);
});

test('a lease that was not asked for, since all is over, changes nothing', async () => {
  lease.renew.mockResolvedValue(undefined);
  const keeping = await keep();

  await pass(12_000);

  expect([keeping.isPaused, keeping.isOver]).toEqual([false, false]);
  expect(lease.renew.mock.calls.length).toBeGreaterThan(1);
});

test('nothing is renewed or given up once all is over', async () => {
  const close = jest.spyOn(store, 'close');
  const keeping = await keep();
  await pass(10_000);
  const [, isOver] = lease.renew.mock.calls[0]!;
  expect(isOver()).toBe(false);

  store.distrust('a sync failed');
  store.distrust('another one did, too');
  await pass(30_000);
  await keeping.close(() => 0);

  expect(isOver()).toBe(true);
  expect(await keeping.failed).toBe('a sync failed');
  expect(lease.renew).toHaveBeenCalledTimes(1);
  expect(lease.release).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledTimes(1);
});

test.each<[string, LeaseOutcome, string]>([
  [
    'was moved',
    { kind: 'other_host', hostId: 'there', expiresAtMs: 0, movedTo: 'postgres', isThisHost: true },
    'this ledger was moved to postgres: nobody sells with it any more',
  ],
  [
    'is in use on this machine',
    { kind: 'other_host', hostId: 'here', expiresAtMs: 0, isThisHost: true },
    'another process of this machine sells with this ledger: stop it first',
  ],
  [
    'is in use elsewhere',
    { kind: 'other_host', hostId: 'there', expiresAtMs: 0 },
    'another host sells with this ledger, at least until 1970-01-01T00:00:00.000Z',
  ],
])('a ledger that %s is closed, and the reason is said', async (_what, outcome, message) => {
  const close = jest.spyOn(store, 'close');
  lease.hold.mockResolvedValue(outcome);

  await expect(keep()).rejects.toMatchObject({ name: 'ShopError', code: 'ledger_in_use', message });
  expect(close).toHaveBeenCalledTimes(1);
});

test('a ledger that cannot be asked for is closed', async () => {
  const close = jest.spyOn(store, 'close');
  lease.hold.mockRejectedValue(new Error('busy'));

  await expect(keep()).rejects.toThrow('busy');
  expect(close).toHaveBeenCalledTimes(1);
});

test.each<[Integrity, string | undefined, readonly string[]]>([
  [{ kind: 'sound' }, undefined, []],
  [{ kind: 'damaged', detail: 'page 7' }, 'the payment ledger is damaged: page 7', []],
  [{ kind: 'unchecked', reason: 'no room' }, undefined, ['no room']],
])('what is found by the check of all that is stored, %j, counts', async (found, failure, errors) => {
  store.integrity = (() => Promise.resolve(found)) as typeof store.integrity;
  const keeping = await keep();
  await jest.advanceTimersByTimeAsync(0);

  expect(keeping.isOver).toBe(failure !== undefined);
  if (failure !== undefined) expect(await keeping.failed).toBe(failure);
  expect(onError.mock.calls.map(([error]) => (error as Error).message)).toEqual(errors);
});

test('closing waits for payments that are worked on', async () => {
  const keeping = await keep();
  jest.useRealTimers();
  let payments = 2;
  let isClosed = false;
  const closing = keeping.close(() => payments).then(() => (isClosed = true));

  await new Promise((resolve) => setTimeout(resolve, 60));
  expect([isClosed, lease.release.mock.calls.length]).toEqual([false, 0]);
  payments = 0;
  await closing;

  expect(lease.release).toHaveBeenCalledTimes(1);
});

test('closing waits no longer than 22 seconds, and nothing is renewed after it', async () => {
  const keeping = await keep();
  jest.useRealTimers();
  let asked = 0;

  await keeping.close(() => {
    clock.advance(asked++ === 0 ? 21_999 : 1);
    return 1;
  });

  expect(asked).toBe(2);
  expect(lease.release).toHaveBeenCalledTimes(1);
});
