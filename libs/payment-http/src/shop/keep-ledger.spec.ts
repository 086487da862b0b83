import { FixedClock } from '@stackcheck/contract/testing';
import { MemoryDisk, memoryFault, MemoryStore } from '@stackcheck/payment-x402/testing';
import { keepLedger, type KeptLedger } from './keep-ledger';
import { ShopError } from './shop-options';

const onError = jest.fn();
let disk: MemoryDisk;
let clock: FixedClock;
let kept: KeptLedger | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  onError.mockClear();
  disk = new MemoryDisk();
  clock = new FixedClock();
});
afterEach(async () => {
  jest.useRealTimers();
  await kept?.close(() => 0);
  kept = undefined;
});

const storeOf = (hostId: string): MemoryStore => new MemoryStore(disk, { bootId: `boot-${hostId}`, hostId });
const keep = async (store: MemoryStore): Promise<KeptLedger> => (kept = await keepLedger(store, clock, onError));

test('a ledger that another host sells with is refused until its lease is over', async () => {
  await storeOf('there').lease.hold(clock.now());
  const store = storeOf('here');
  const close = jest.spyOn(store, 'close');

  const fault = await keepLedger(store, clock, onError).catch((error: unknown) => error);

  expect(fault).toBeInstanceOf(ShopError);
  expect(fault).toMatchObject({
    code: 'ledger_in_use',
    field: null,
    message: `another host sells with this ledger, at least until ${new Date(clock.now() + 30_000).toISOString()}`,
  });
  expect(close).toHaveBeenCalledTimes(1);
  clock.advance(31_000);
  expect((await keep(storeOf('here'))).isPaused).toBe(false);
});

test('nothing is sold after a fatal fault, and the reason is reported', async () => {
  const store = storeOf('here');
  const keeping = await keep(store);

  store.distrust('a sync failed');

  expect([keeping.isPaused, keeping.isOver, await keeping.failed]).toEqual([true, true, 'a sync failed']);
});

test('a full disk pauses until a write goes through', async () => {
  const store = new MemoryStore(disk, { bootId: 'boot-here', hostId: 'here' }, (ledger) => {
    ledger.counts = () => Promise.reject(memoryFault('full'));
    return ledger;
  });
  const keeping = await keep(store);
  await store.ledger.counts().catch(() => undefined);

  expect([keeping.isPaused, keeping.isOver]).toEqual([true, false]);
  await jest.advanceTimersByTimeAsync(1_100);
  expect([keeping.isPaused, keeping.isOver]).toEqual([false, false]);
});

test('a ledger that was taken over meanwhile is given up', async () => {
  const store = storeOf('here');
  const keeping = await keep(store);
  clock.advance(60_000);
  await storeOf('there').lease.hold(clock.now());

  await jest.advanceTimersByTimeAsync(1_100);

  expect(await keeping.failed).toContain('another host');
  expect(keeping.isOver).toBe(true);
});

test('closing gives the ledger up, so that another host may begin at once', async () => {
  const keeping = await keep(storeOf('here'));
  jest.useRealTimers();

  await keeping.close(() => 0);
  kept = undefined;

  expect(await storeOf('there').lease.hold(clock.now())).toEqual({ kind: 'held' });
});
