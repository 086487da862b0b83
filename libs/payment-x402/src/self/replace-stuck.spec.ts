import { FakeTokenChain } from '../testing/fake-token-chain';
import { MemoryBook } from '../testing/memory-book';
import { SAMPLE_TERMS } from '../testing/sample-terms';
import { SelfHarness, TEST_GAS_WALLET } from '../testing/self-harness';
import { readSigned } from './gas-wallet';
import { replaceStuck } from './replace-stuck';
import type { SelfDeps } from './self-deps';
import type { BookTransaction } from './transaction-book';

const CALL = { to: SAMPLE_TERMS.asset, data: '0x1234', gasLimit: 190_000n };
const FEES = { maxFeePerGas: 2_000n, maxPriorityFeePerGas: 10n };
const STUCK_MS = 12_000;

/** A wallet with one transaction of that nonce, whose transfer ends so many seconds after the newest block. */
async function setUp({ nonce = 0, endsIn = 60, ...change }: Partial<SelfDeps> & Setting = {}) {
  const { clock, timers } = new SelfHarness();
  const node = new FakeTokenChain(SAMPLE_TERMS.asset, 1_000);
  const book = new MemoryBook();
  const [events, replaced]: [object[], number[]] = [[], []];
  const head = await node.head();
  const deps: SelfDeps = {
    ...{ node, book, wallet: TEST_GAS_WALLET, terms: SAMPLE_TERMS, clock, timers, hasDuties: true },
    limits: {
      ...{ feeMaxWei: 1_000_000n, balanceMinWei: 0n, bundleMs: 200, bundleMax: 5, confirmations: 1 },
      ...{ stuckMs: STUCK_MS, pollMs: 1_000 },
    },
    log: (event) => void events.push(event),
    observer: { sent: () => undefined, mined: () => undefined, replaced: () => void replaced.push(1) },
    ...change,
  };
  const first = { ...TEST_GAS_WALLET.sign(84_532, nonce, CALL, FEES), atMs: clock.now() };
  const transfer = { payer: '0xa', nonce: '0xb', payTo: '0xc', value: 1n, validBefore: head.timestamp + endsIn };
  await deps.book.add(nonce, [transfer], first);
  const transaction = (await deps.book.at(nonce))!;
  const replace = (of: BookTransaction = transaction, sinceMs?: number) => replaceStuck(deps, of, head, sinceMs);
  return { deps, node, book, clock, events, replaced, first, transaction, replace };
}

interface Setting {
  readonly nonce?: number;
  readonly endsIn?: number;
}

it('a transaction is replaced once it waits for so long, and not before', async () => {
  const { replace, clock, book, events, replaced, node } = await setUp();
  clock.advance(STUCK_MS - 1);
  expect(await replace()).toBe(false);
  expect(node.taken).toEqual([]);
  clock.advance(1);

  expect(await replace()).toBe(true);
  const [, second] = book.rows.get(0)!.attempts;
  expect(second!.atMs).toBe(clock.now());
  expect(readSigned(second!.raw)).toEqual({ call: CALL, fees: { maxFeePerGas: 2_251n, maxPriorityFeePerGas: 12n } });
  expect(events).toEqual([{ level: 'warn', event: 'transaction_replaced', nonce: 0, transaction: second!.hash }]);
  expect([replaced.length, node.taken]).toEqual([1, [second!.hash]]);
});

it.each([
  [STUCK_MS - 1, false],
  [STUCK_MS, true],
])('one whose block is gone waits from then on: %d ms later it is replaced: %s', async (laterMs, isReplaced) => {
  const { replace, clock } = await setUp();
  clock.advance(60_000);
  const goneMs = clock.now();
  clock.advance(laterMs);

  expect(await replace(undefined, goneMs)).toBe(isReplaced);
});

it.each<[string, number, object]>([
  ['the same transfers, while one of them can be made', 1, CALL],
  ['nothing, once none of them can', 0, { to: TEST_GAS_WALLET.address, data: '0x', gasLimit: 30_000n }],
])('what replaces it is %s', async (_what, endsIn, call) => {
  const { replace, clock, book } = await setUp({ endsIn });
  clock.advance(STUCK_MS);

  expect(await replace()).toBe(true);
  expect(readSigned(book.rows.get(0)!.attempts[1]!.raw).call).toEqual(call);
});

it('one that bids all that it may is an alarm, and stays what it is', async () => {
  const { deps, clock, book, events, first, replace } = await setUp();
  Object.assign(deps.limits, { feeMaxWei: 2_250n });
  clock.advance(STUCK_MS);

  expect(await replace()).toBe(false);
  expect(events).toEqual([{ level: 'alarm', event: 'transaction_stuck', nonce: 0, transaction: first.hash }]);
  expect(book.rows.get(0)!.attempts).toHaveLength(1);
});

it('where another process replaced it meanwhile nothing goes out', async () => {
  const { replace, clock, book, node, events, replaced } = await setUp();
  clock.advance(STUCK_MS);
  book.addAttempt = async () => false;

  expect(await replace()).toBe(true);
  expect([node.taken, events, replaced]).toEqual([[], [], []]);
});

it('one that no node takes is in the book, and goes out later', async () => {
  const { replace, clock, book, node, events } = await setUp();
  clock.advance(STUCK_MS);
  node.faults.set('broadcast', 'fail');

  expect(await replace()).toBe(true);
  expect(book.rows.get(0)!.attempts).toHaveLength(2);
  expect(events.at(-1)).toEqual({ level: 'warn', event: 'gas_node_failed', nonce: 0, reason: 'broadcast failed' });
});

describe('nonces below it', () => {
  it('that nothing was signed for are filled with nothing, sixteen at a time', async () => {
    const { replace, clock, book, node } = await setUp({ nonce: 20 });
    clock.advance(STUCK_MS);

    await replace();

    expect([...book.rows.keys()].sort((a, b) => a - b)).toEqual([...Array(16).keys(), 20]);
    expect(node.taken).toHaveLength(17);
    const { transfers, attempts } = book.rows.get(15)!;
    expect(transfers).toEqual([]);
    expect(readSigned(attempts[0]!.raw)).toEqual({
      call: { to: TEST_GAS_WALLET.address, data: '0x', gasLimit: 30_000n },
      fees: { maxFeePerGas: 2_012n, maxPriorityFeePerGas: 12n },
    });
  });

  it('are not filled where that would cost more than any transaction may', async () => {
    const { replace, clock, book, deps } = await setUp({ nonce: 2 });
    Object.assign(deps.limits, { feeMaxWei: 1_000n });
    clock.advance(STUCK_MS);

    await replace();

    expect([...book.rows.keys()]).toEqual([2]);
  });

  it('that were final and stand in no block any more go out again, which is an alarm', async () => {
    const { replace, clock, book, events } = await setUp({ nonce: 2 });
    const gone = { ...TEST_GAS_WALLET.sign(84_532, 0, CALL, FEES), atMs: 0 };
    const foreign = { ...TEST_GAS_WALLET.sign(84_532, 1, CALL, FEES), atMs: 0 };
    await book.add(0, [], gone);
    await book.mark(0, 'final', gone.hash, clock.now());
    await book.add(1, [], foreign);
    await book.mark(1, 'foreign', null, clock.now());
    clock.advance(STUCK_MS);

    await replace();

    expect([0, 1].map((nonce) => book.rows.get(nonce)!.state)).toEqual(['open', 'open']);
    expect(events.slice(0, 2)).toEqual(
      [gone, foreign].map(({ hash }, nonce) => ({
        level: 'alarm',
        event: 'transaction_vanished',
        nonce,
        transaction: hash,
      })),
    );
  });

  it.each(['open', 'mined'] as const)('that are %s are followed by themselves', async (state) => {
    const { replace, clock, book, events } = await setUp({ nonce: 1 });
    const below = { ...TEST_GAS_WALLET.sign(84_532, 0, CALL, FEES), atMs: 0 };
    await book.add(0, [], below);
    await book.mark(0, state, state === 'mined' ? below.hash : null, clock.now());
    clock.advance(STUCK_MS);

    await replace();

    expect(book.rows.get(0)!.state).toBe(state);
    expect(events).toEqual([expect.objectContaining({ event: 'transaction_replaced', nonce: 1 })]);
  });

  it('that still stand in a block stay final', async () => {
    const { replace, clock, book, node } = await setUp({ nonce: 1 });
    const below = { ...TEST_GAS_WALLET.sign(84_532, 0, { ...CALL, data: '0x' }, FEES), atMs: 0 };
    await book.add(0, [], below);
    await book.mark(0, 'final', below.hash, clock.now());
    node.state.ether.set(TEST_GAS_WALLET.address, 10n ** 18n);
    await node.broadcast(below.raw);
    node.mine();
    // The node that is asked for the count has not come as far.
    node.countOf = async () => 0;
    clock.advance(STUCK_MS);

    await replace();

    expect(book.rows.get(0)!.state).toBe('final');
  });
});
