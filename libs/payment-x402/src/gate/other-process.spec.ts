import type { VerifyOutcome } from '../facilitator/facilitator';
import { LocalLocks } from '../in-flight/local-locks';
import { GateHarness, MemoryLedger, type MemoryRows } from '../testing';

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

  it('is a replay where it came with another request', async () => {
    const verdict = { kind: 'refused', code: 'payment_replayed', reason: 'nonce already used' } as const;
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
