import type { VerifyOutcome } from '../facilitator/facilitator';
import { LocalLocks } from '../in-flight/local-locks';
import type { PaymentLedger } from '../ledger/ledger';
import { GateHarness, MemoryLedger, type MemoryRows } from '../testing';
import { changed } from '../testing/gate-harness';
import { SAMPLE_ROUTE } from '../testing/sample-terms';

/** Locks that say nothing of other processes. */
const ownLocks = (): LocalLocks & { readonly isPerProcess: true } =>
  Object.assign(new LocalLocks(), { isPerProcess: true as const });

/** Two processes over one ledger, of which the other one sells the payment while this one's facilitator thinks. */
const meanwhileSold = async (verdict: VerifyOutcome, payment?: ReturnType<GateHarness['sign']>) => {
  const rows: MemoryRows = [];
  const subject = (bootId: string) => ({
    create: () => new MemoryLedger(bootId, rows),
    reopen: () => new MemoryLedger(bootId, rows),
  });
  const other = await GateHarness.create(subject('boot-1'), { locks: ownLocks() });
  const harness = await GateHarness.create(subject('boot-2'), { locks: ownLocks() });
  const sold = payment ?? harness.sign();
  harness.facilitator.verify = async () => {
    await other.call({ payment: sold, delivered: false });
    return verdict;
  };
  return { harness, other, payment: sold };
};

describe('a payment that another process claimed since it was looked up', () => {
  it.each<VerifyOutcome>([
    { kind: 'refused', code: 'payment_replayed', reason: 'nonce already used' },
    { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' },
    { kind: 'unavailable', reason: 'HTTP 502' },
  ])('is in progress and never called free, when its facilitator says %j', async (verdict) => {
    const { harness, other, payment } = await meanwhileSold(verdict);

    expect(await harness.call({ payment })).toBe('payment_in_progress');

    const again = await harness.call({ payment });
    expect(again).toEqual(await other.call({ payment }));
    expect(again).toMatchObject({ body: '{"answer":1}', replayed: true });
    expect(other.facilitator.transfers.size + harness.facilitator.transfers.size).toBe(1);
  });

  it.each<VerifyOutcome>([
    { kind: 'refused', code: 'payment_replayed', reason: 'nonce already used' },
    { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' },
    { kind: 'unavailable', reason: 'HTTP 502' },
  ])('is a replay where it came with another request, when its facilitator says %j', async (verdict) => {
    const { harness, payment } = await meanwhileSold(verdict);

    expect(await harness.call({ payment, fingerprint: 'other' })).toBe('payment_replayed');
  });

  it('is not known to be free while the ledger cannot say', async () => {
    const { harness, payment } = await meanwhileSold({ kind: 'unavailable', reason: 'HTTP 502' });
    const { verify } = harness.facilitator;
    harness.facilitator.verify = async (request) => {
      harness.ledger.find = () => Promise.reject(new Error('away'));
      return verify(request);
    };

    expect(await harness.call({ payment })).toBe('settlement_unknown');
  });

  it('is that payment and no conflict where it is claimed between the look-ups by key and by identifier', async () => {
    const { harness, other } = await meanwhileSold({ kind: 'unavailable', reason: 'HTTP 502' });
    const payment = harness.sign({ identifier: 'pay_0123456789abcdef' });
    const { find } = harness.ledger;
    const found: unknown[] = [];
    harness.ledger.find = async (key) => {
      const record = await find.call(harness.ledger, key);
      found.push(record);
      if (found.length === 1) await other.call({ payment, delivered: false });
      return record;
    };

    expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}', replayed: true });

    expect(found[0]).toBeUndefined();
    expect(other.facilitator.transfers.size + harness.facilitator.transfers.size).toBe(1);
    const another = harness.sign({ identifier: 'pay_0123456789abcdef' });
    expect(await harness.call({ payment: another })).toBe('payment_id_conflict');
  });
});

/** Two processes over one ledger, of which the other one's claim of a payment arrives only when it is let through. */
const claimedLate = async (verdict: VerifyOutcome) => {
  const rows: MemoryRows = [];
  const subject = (bootId: string) => ({
    create: () => new MemoryLedger(bootId, rows),
    reopen: () => new MemoryLedger(bootId, rows),
  });
  const claims: (() => void)[] = [];
  const late = (ledger: PaymentLedger): PaymentLedger =>
    changed(ledger, {
      claim: async (...asked) => {
        await new Promise<void>((resolve) => claims.push(resolve));
        return ledger.claim(...asked);
      },
    });
  const other = await GateHarness.create(subject('boot-1'), { locks: ownLocks() }, late);
  const harness = await GateHarness.create(subject('boot-2'), { locks: ownLocks() });
  const payment = harness.sign();
  const sold = other.call({ payment });
  while (claims.length === 0) await new Promise((resolve) => setImmediate(resolve));
  harness.facilitator.verify = () => Promise.resolve(verdict);
  return { harness, other, payment, sold, arrive: () => claims.splice(0).forEach((go) => go()) };
};

const AWAY: VerifyOutcome = { kind: 'unavailable', reason: 'HTTP 502' };

describe('a payment whose claim by another process is on its way', () => {
  it.each<[VerifyOutcome, string]>([
    [{ kind: 'refused', code: 'payment_replayed', reason: 'nonce already used' }, 'payment_replayed'],
    [{ kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' }, 'payment_invalid'],
    [AWAY, 'facilitator_unavailable'],
  ])('is called free, and then never claimed, when its facilitator says %j', async (verdict, word) => {
    const { harness, other, payment, sold, arrive } = await claimedLate(verdict);

    expect(await harness.call({ payment })).toBe(word);
    arrive();

    expect(await sold).toBe('payment_invalid');
    expect(other.facilitator.transfers.size).toBe(0);
  });

  it.each([
    ['', 57_000],
    [' by a clock that is a quarter of an hour ahead', 957_000],
  ])('is called expired%s, and then never claimed', async (_clock, aheadMs) => {
    const { harness, other, payment, sold, arrive } = await claimedLate(AWAY);
    harness.clock.advance(aheadMs);

    expect(await harness.call({ payment })).toBe('payment_expired');
    arrive();

    expect(await sold).toBe('payment_invalid');
    expect(other.facilitator.transfers.size).toBe(0);
  });

  it('is called underpaid where prices differ for a while, and then never claimed', async () => {
    const { harness, other, payment, sold, arrive } = await claimedLate(AWAY);

    expect(await harness.call({ payment, route: { ...SAMPLE_ROUTE, price: SAMPLE_ROUTE.price + 1n } })).toBe(
      'payment_underpaid',
    );
    arrive();

    expect(await sold).toBe('payment_invalid');
    expect(other.facilitator.transfers.size).toBe(0);
  });

  it('is not called free while that cannot be written', async () => {
    const { harness, payment, sold, arrive } = await claimedLate(AWAY);
    harness.ledger.callFree = () => Promise.reject(new Error('away'));

    expect(await harness.call({ payment })).toBe('settlement_unknown');
    arrive();

    expect(await sold).toMatchObject({ body: '{"answer":1}' });
    expect(harness.events).toContainEqual(expect.objectContaining({ reason: 'call free: away' }));
  });

  it('is claimed where somebody else signed what was called free', async () => {
    const { harness, payment, sold, arrive } = await claimedLate(AWAY);
    const called = jest.spyOn(harness.ledger, 'callFree');
    const { payload } = harness.sign().payload as { readonly payload: { readonly signature: string } };
    const forged = harness.sign({ nonce: payment.nonce, signature: payload.signature });

    expect(await harness.call({ payment: forged })).toBe('facilitator_unavailable');
    arrive();

    expect(called).not.toHaveBeenCalled();
    expect(await sold).toMatchObject({ body: '{"answer":1}' });
  });
});

describe('a client that never pays while a facilitator is away', () => {
  it('has twenty payments called free in ten minutes, and hears of the others that nothing is known', async () => {
    const harness = await GateHarness.create(
      { create: () => new MemoryLedger(), reopen: () => new MemoryLedger() },
      { locks: ownLocks() },
    );
    harness.facilitator.verify = () => Promise.resolve(AWAY);
    const asked = async (client: string): Promise<unknown> => harness.call({ payment: harness.sign(), client });
    const words: unknown[] = [];
    for (let at = 0; at < 22; at++) words.push(await asked('192.0.2.1'));

    expect(words.slice(0, 20)).toEqual(Array(20).fill('facilitator_unavailable'));
    expect(words.slice(20)).toEqual(['settlement_unknown', 'settlement_unknown']);
    expect(await asked('192.0.2.2')).toBe('facilitator_unavailable');
    harness.clock.advance(600_000);
    expect(await asked('192.0.2.1')).toBe('facilitator_unavailable');
  });
});
