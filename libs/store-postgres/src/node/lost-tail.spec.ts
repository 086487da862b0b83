import { testIntent } from '@stackcheck/payment-x402/testing';
import { ModelLedger } from '../testing';

const NOW_MS = 1_790_000_000_000;

describe('a failover that loses what was acknowledged', () => {
  const model = new ModelLedger();
  beforeEach(() => model.empty());
  afterEach(() => model.close());

  it.each([
    ['at once', 0],
    ['before its next beat', 1],
    ['before its next beat, again and again', 4],
  ])('is seen by the node that had written it, which writes %s', async (_what, claims) => {
    const store = await model.open('one', { times: { beatMs: 3_600_000 } });
    const faults: string[] = [];
    store.onFault(({ detail }) => faults.push(detail));
    await store.lease.hold(NOW_MS);
    const { position } = model.database;
    await store.ledger.claim(testIntent(), NOW_MS);
    // Found once, and covered by a beat from then on.
    await store.lease.hold(NOW_MS);

    model.database.failOver(position);
    for (let made = 0; made < claims; made++) await store.ledger.claim(testIntent(), NOW_MS);
    await store.lease.hold(NOW_MS).catch(() => undefined);

    expect(faults).toEqual(['the ledger lost what it had acknowledged, as an asynchronous failover does']);
    expect(model.database.tables.switch.stopped).toContain('node one misses events it had written');
  });

  it('is seen where nothing was lost but a beat, by which others counted', async () => {
    const store = await model.open('one', { times: { beatMs: 3_600_000 } });
    const faults: string[] = [];
    store.onFault(({ detail }) => faults.push(detail));
    const { position } = model.database;
    await store.lease.hold(NOW_MS);

    model.database.failOver(position);
    await store.lease.hold(NOW_MS).catch(() => undefined);

    expect(faults).toEqual(['the ledger lost what it had acknowledged, as an asynchronous failover does']);
    expect(model.database.tables.node('one')).toMatchObject({ beat: 1 });
  });

  it('is what a node that starts afterwards says', async () => {
    const store = await model.open('one', { times: { beatMs: 3_600_000 } });
    const { position } = model.database;
    await store.ledger.claim(testIntent(), NOW_MS);
    await store.lease.hold(NOW_MS);
    model.database.failOver(position);
    await store.lease.hold(NOW_MS).catch(() => undefined);

    const next = await model.open('two');

    await expect(next.ledger.claim(testIntent(), NOW_MS)).rejects.toThrow(
      /payments are stopped on all nodes \(run audit and ledger verify, then resume --audited\): node one misses events/,
    );
  });

  it('is none where only what nobody acknowledged is lost', async () => {
    const store = await model.open('one', { times: { beatMs: 3_600_000 } });
    await store.ledger.claim(testIntent(), NOW_MS);
    for (let beats = 0; beats < 3; beats++) await store.lease.hold(NOW_MS);

    expect(model.database.tables.switch.stopped).toBeNull();
    expect([...model.database.tables.seals().keys()]).toEqual(['one 1']);
  });
});
