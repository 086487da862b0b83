/// <reference types="jest" />
import type { PaymentLedger, PrepaidLedger, Settlement } from '../ledger/ledger';
import { LedgerBrokenError, type LedgerFault, type LedgerFaultKind, type PaymentStore } from '../store/payment-store';
import { claimed } from './claimed';
import { testIntent } from './test-intent';
import { lightningIntent } from './prepaid-ledger.contract';

/** Who opens a store. */
export interface StoreOpener {
  readonly bootId: string;
  readonly hostId: string;
  /** Stands around the ledger, where its driver would fail. */
  readonly wrapLedger?: <T extends PaymentLedger>(ledger: T) => T;
}

/** Opens stores over what one place keeps. */
export interface PaymentStoreSubject {
  /** Begins with an empty place. */
  fresh(): unknown;
  open(opener: StoreOpener): Promise<PaymentStore>;
  /** An error of its driver that means this. */
  errorOf(kind: LedgerFaultKind): Error;
  /** Whether any number of hosts may hold its lease at a time. */
  readonly isForManyHosts?: boolean;
  /** Kinds that its driver knows. */
  readonly kinds: readonly LedgerFaultKind[];
}

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT: Settlement = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: '' };

/** The promises of a PaymentStore, run on the fake and on every implementation. */
export function paymentStoreContract(name: string, subject: PaymentStoreSubject): void {
  describe(`${name} as a payment store`, () => {
    const opened: PaymentStore[] = [];
    const open = async (opener: Partial<StoreOpener> = {}): Promise<PaymentStore> => {
      const store = await subject.open({ bootId: 'boot-1', hostId: 'here', ...opener });
      opened.push(store);
      return store;
    };
    beforeEach(() => subject.fresh());
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });
    const claim = (ledger: PaymentLedger & PrepaidLedger, change = {}): Promise<number> =>
      claimed(ledger, testIntent(change), NOW_MS);

    it('keeps payments, spent nonces and nothing of its locks for the next run', async () => {
      const first = await open();
      const intent = testIntent();
      const outcome = await first.ledger.claim(intent, NOW_MS);
      await first.sandboxNonces.spend(intent.key, 'hash-1', NOW_MS);
      await first.locks.begin({ key: intent.key, hash: intent.paymentHash, identifier: null });
      expect(first.locks.count).toBe(1);
      await first.close();

      const next = await open({ bootId: 'boot-2' });

      expect(outcome.kind).toBe('claimed');
      expect(await next.ledger.find(intent.key)).toMatchObject({ state: 'settling', bootId: 'boot-1' });
      expect(await next.sandboxNonces.spentBy(intent.key)).toBe('hash-1');
      expect(await next.sandboxNonces.spend(intent.key, 'hash-2', NOW_MS)).toBe('hash-1');
      expect(next.locks.count).toBe(0);
    });

    it('shows operators what was committed, without answer and payload', async () => {
      const { ledger, reader } = await open();
      const settled = await claim(ledger, { identifier: 'pay_0123456789abcdef' });
      await ledger.settled(settled, SETTLEMENT, NOW_MS);
      const unknown = await claim(ledger);
      await ledger.unknown(unknown, 'unconfirmed', 'timeout', NOW_MS);
      const prepaid = await ledger.claimSettled(lightningIntent(), { ...SETTLEMENT, evidence: 'preimage' }, NOW_MS + 1);

      const ids = async (filter: object) => (await reader.list({ limit: 9, ...filter })).map(({ id }) => id);
      const all = [];
      for await (const payment of reader.all()) all.push(payment);

      expect(prepaid).toEqual({ kind: 'claimed', id: 3 });
      expect(await ids({})).toEqual([3, 2, 1]);
      expect(await ids({ state: 'unknown' })).toEqual([unknown]);
      expect(await ids({ since: NOW_MS + 1 })).toEqual([3]);
      expect(await ids({ limit: 1 })).toEqual([3]);
      expect(all.map(({ id, state, ambiguity, evidence }) => [id, state, ambiguity, evidence])).toEqual([
        [1, 'settled', null, 'facilitator'],
        [2, 'unknown', 'unconfirmed', null],
        [3, 'settled', null, 'preimage'],
      ]);
      expect(Object.keys(all[0]!)).not.toEqual(expect.arrayContaining(['payload']));
      expect((await reader.named('pay_0123456789abcdef')).map(({ id }) => id)).toEqual([settled]);
      expect((await reader.named(all[1]!.key.nonce.toUpperCase())).map(({ id }) => id)).toEqual([unknown]);
      expect(await reader.named('nobody')).toEqual([]);
      expect((await reader.history(settled)).map(({ state }) => state)).toEqual(['settling', 'settled']);
      expect(await reader.faults()).toEqual([]);
    });

    it('shows which settled payments were lost, and keeps that for the next run', async () => {
      const { ledger, reader } = await open();
      const [lost, delivered, kept] = [await claim(ledger), await claim(ledger), await claim(ledger)];
      for (const id of [lost, delivered, kept]) await ledger.settled(id, SETTLEMENT, NOW_MS);
      await ledger.delivered(delivered, NOW_MS + 1);

      const answers = [
        await ledger.lost(lost, 'its window closed', NOW_MS + 2),
        await ledger.lost(delivered, 'its window closed', NOW_MS + 3),
        await ledger.lost(lost, 'again', NOW_MS + 4),
      ];
      await ledger.delivered(lost, NOW_MS + 5);

      expect(answers).toEqual([true, true, false]);
      const next = (await open({ bootId: 'boot-2' })).reader;
      const all = [];
      for await (const { id, state, lostAt } of next.all()) all.push([id, state, lostAt]);
      expect(all).toEqual([
        [lost, 'settled', expect.any(Number)],
        [delivered, 'settled', expect.any(Number)],
        [kept, 'settled', null],
      ]);
      expect((await next.list({ limit: 9 })).map(({ lostAt }) => lostAt !== null)).toEqual([false, true, true]);
      const at = (await next.history(lost))[2]!.at;
      expect((await next.named(String(lost))).map(({ lostAt }) => lostAt)).toEqual([at]);
      expect(at).toBeGreaterThanOrEqual(NOW_MS + 2);
      expect((await reader.history(lost)).map(({ state }) => state)).toEqual([
        ...['settling', 'settled', 'lost', 'delivered'],
      ]);
      expect((await reader.history(delivered)).map(({ state }) => state)).toEqual([
        ...['settling', 'settled', 'delivered', 'lost'],
      ]);
      expect((await reader.history(lost))[2]!.detail).toBe('its window closed');
      expect(await reader.faults()).toEqual([]);
    });

    if (subject.isForManyHosts)
      it('is held by every host that asks', async () => {
        const stores = [await open(), await open({ bootId: 'boot-3', hostId: 'there' })];

        for (const { lease } of stores) {
          expect(await lease.hold(NOW_MS)).toEqual({ kind: 'held' });
          expect(await lease.renew(NOW_MS, () => false)).toEqual({ kind: 'held' });
          expect(await lease.renew(NOW_MS, () => true)).toBeUndefined();
        }
      });
    else
      it('is held by one process at a time, and free at once when that one gave it up and is closed', async () => {
        const [here, sibling, there] = [
          await open(),
          await open({ bootId: 'boot-2' }),
          await open({ bootId: 'boot-3', hostId: 'there' }),
        ];

        expect([await here.lease.hold(NOW_MS), await here.lease.hold(NOW_MS)]).toEqual([
          { kind: 'held' },
          { kind: 'held' },
        ]);
        expect(await sibling.lease.hold(NOW_MS)).toMatchObject({ kind: 'other_host', isThisHost: true });
        expect(await there.lease.renew(NOW_MS, () => false)).toMatchObject({ kind: 'other_host', hostId: 'here' });
        await here.lease.release();
        await here.close();
        expect(await sibling.lease.hold(NOW_MS)).toEqual({ kind: 'held' });
        await sibling.lease.release();
        await sibling.close();

        expect(await there.lease.renew(NOW_MS, () => false)).toEqual({ kind: 'held' });
        expect(await there.lease.renew(NOW_MS, () => true)).toBeUndefined();
      });

    it('is sound where nothing damaged it', async () => {
      const store = await open();
      await claim(store.ledger);

      expect(await store.integrity()).toEqual({ kind: 'sound' });
    });

    it('is used by nobody any more once it is distrusted', async () => {
      const store = await open();
      const reported: LedgerFault[] = [];
      store.onFault((fault) => reported.push(fault));

      store.distrust('another host took it over');
      store.distrust('again');

      await expect(claim(store.ledger)).rejects.toThrow(LedgerBrokenError);
      await expect(store.ledger.counts()).rejects.toThrow(LedgerBrokenError);
      await expect(store.lease.hold(NOW_MS)).rejects.toThrow(LedgerBrokenError);
      store.onFault((fault) => reported.push(fault));
      const fault = { kind: 'fatal', detail: 'another host took it over' };
      expect(reported).toEqual([fault, fault]);
      await store.close();
      await store.close();
    });

    it.each(subject.kinds)('informs its listeners of a %s fault, and of no other error', async (kind) => {
      let isBroken = true;
      const errors = [new Error('no fault of the store'), subject.errorOf(kind)];
      const store = await open({
        wrapLedger: (ledger) =>
          new Proxy(ledger, {
            get(target, method) {
              const value: unknown = Reflect.get(target, method);
              if (typeof value !== 'function') return value;
              return (...args: unknown[]): unknown =>
                method === 'claim' && isBroken ? Promise.reject(errors.shift()!) : Reflect.apply(value, target, args);
            },
          }),
      });
      const reported: LedgerFaultKind[] = [];
      store.onFault((fault) => reported.push(fault.kind));

      await expect(claim(store.ledger)).rejects.toThrow('no fault of the store');
      expect(reported).toEqual([]);
      await expect(claim(store.ledger)).rejects.toMatchObject({ message: expect.any(String) });
      expect(reported).toEqual([kind]);
      isBroken = false;

      if (kind === 'fatal') await expect(claim(store.ledger)).rejects.toThrow(LedgerBrokenError);
      else expect(await claim(store.ledger)).toBe(1);
    });
  });
}
