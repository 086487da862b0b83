import { changed } from '../testing/gate-harness';
import { SelfHarness } from '../testing/self-harness';

describe('of several transactions', () => {
  /** The first one's nonce is taken by somebody else; two payments, one after the other. */
  async function withForeignFirst(harness: SelfHarness) {
    await harness.nonceTakenByOthers();
    return harness.settle(harness.request({ validBefore: 4_000_000_000n }), 20_000);
  }

  it('one that cannot be closed, as nobody takes the report of its transfer, leaves the younger ones alone', async () => {
    const harness = new SelfHarness();
    let isAway = true;
    const reported: string[] = [];
    harness.boot({
      onFailed: async ({ nonce }) => {
        if (isAway) throw new Error('the ledger is away');
        reported.push(nonce);
        return true;
      },
    });

    expect(await withForeignFirst(harness)).toMatchObject({ kind: 'settled' });
    expect(harness.eventsOf('failed_transfer_unreported')).toMatchObject([{ nonce: 0, reason: 'the ledger is away' }]);
    expect(harness.eventsOf('gas_node_failed')).toMatchObject([{ nonce: 0, reason: 'nonce too low' }]);
    expect(harness.book.rows.get(0)).toMatchObject({ state: 'open' });

    isAway = false;
    await harness.live(20);
    expect(reported).toHaveLength(1);
    expect([...harness.book.rows.values()]).toMatchObject([{ state: 'foreign' }, { state: 'final' }]);
  });

  it('one that the book does not take is reported as that, and leaves the younger ones alone', async () => {
    const harness = new SelfHarness();
    const book = changed(harness.book, {
      mark: async (...row: Parameters<typeof harness.book.mark>) => {
        if (row[0] === 0) throw new Error('disk is full');
        return harness.book.mark(...row);
      },
    });
    harness.boot({ book });

    expect(await withForeignFirst(harness)).toMatchObject({ kind: 'settled' });
    expect(harness.eventsOf('transaction_book_failed')).toMatchObject([{ nonce: 0, reason: 'disk is full' }]);
    expect(harness.eventsOf('gas_node_failed')).toMatchObject([{ nonce: 0, reason: 'nonce too low' }]);
  });

  it('nothing is remembered of those that another process closed', async () => {
    const harness = new SelfHarness();
    const closer = harness.boot();
    const worker = harness.boot({ hasDuties: false });
    const kept = () => (['sentMs', 'lookedMs', 'vanishedMs'] as const).map((name) => worker['follower'][name].size);
    closer.start();
    for (let payments = 0; payments < 3; payments++)
      await harness.settle(harness.request({ validBefore: 4_000_000_000n }));
    expect(kept()[0]).toBeGreaterThan(0);
    closer.start();
    await harness.live(40);

    expect([...harness.book.rows.values()].map(({ state }) => state)).toEqual(['final', 'final', 'final']);
    expect(kept()).toEqual([0, 0, 0]);
  });
});
