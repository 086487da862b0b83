import type { VerifyOutcome } from '../facilitator/facilitator';
import type { PaymentLedger } from '../ledger/ledger';
import { GateHarness, SAMPLE_RESOURCE } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';
import { SAMPLE_ROUTE } from '../testing/sample-terms';
import type { TestPayment } from '../testing/sign-test-payment';
import type { AdmittedPayment } from './payment-gate';

const REFUSED: VerifyOutcome = { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' };
const SPENT: VerifyOutcome = { kind: 'refused', code: 'payment_replayed', reason: 'nonce_already_used' };

const create = (wrap?: (ledger: PaymentLedger) => PaymentLedger) =>
  GateHarness.create({ create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) }, {}, wrap);

async function admitted(harness: GateHarness, payment: TestPayment): Promise<AdmittedPayment> {
  const admission = await harness.admit({ payment });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);
  return admission;
}

describe('proof before costly work', () => {
  it('of a signature is the signature of the payer, and nobody else is asked', async () => {
    const harness = await create();
    const admission = await admitted(harness, harness.sign());

    expect(await admission.prove!('signed')).toBeNull();
    expect(harness.facilitator.verifyRequests).toHaveLength(0);
    admission.release();
  });

  it('of a signature that its payer did not make is the word of the facilitator', async () => {
    const harness = await create();
    harness.facilitator.verifyScript.push(REFUSED);
    const admission = await admitted(harness, harness.sign({ signature: `0x${'11'.repeat(65)}` }));

    expect(await admission.prove!('signed')).toMatchObject({ kind: 'refused', code: 'payment_invalid' });
    expect(harness.facilitator.verifyRequests).toHaveLength(1);
    expect(harness.locks.count).toBe(0);
  });

  it('of the purse is asked for once, and not again when it is settled', async () => {
    const harness = await create();
    const admission = await admitted(harness, harness.sign());

    expect([await admission.prove!('verified'), await admission.prove!('verified')]).toEqual([null, null]);
    expect(await admission.settle(harness.nextAnswer())).toMatchObject({ kind: 'paid', replayed: false });
    expect(harness.facilitator.verifyRequests).toHaveLength(1);
  });

  it('fails for a spent nonce, unless an earlier attempt of this very payment may have spent it', async () => {
    const harness = await create();
    const payment = harness.sign();
    const other = harness.sign({ nonce: payment.nonce, value: 2_000n });
    harness.facilitator.settleScript.push({ kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' });
    await harness.call({ payment });
    harness.facilitator.verifyScript.push(SPENT, SPENT);

    const same = await admitted(harness, payment);
    expect(await same.prove!('verified')).toBeNull();
    same.release();
    const another = await admitted(harness, other);
    expect(await another.prove!('verified')).toMatchObject({ kind: 'refused', code: 'payment_replayed' });
  });

  it('fails for a spent nonce that nobody here tried, which is no fault of the ledger', async () => {
    const harness = await create();
    harness.facilitator.verifyScript.push(SPENT);

    const admission = await admitted(harness, harness.sign());
    expect(await admission.prove!('verified')).toMatchObject({ kind: 'refused', code: 'payment_replayed' });
    expect(harness.events.filter(({ event }) => event === 'ledger_failed')).toEqual([]);
  });

  it('holds for a spent nonce where the ledger cannot say what was tried', async () => {
    let finds = 0;
    const harness = await create((ledger) =>
      Object.assign(ledger, {
        find: async () => {
          if (++finds > 1) throw new Error('SQLITE_BUSY');
          return undefined;
        },
      }),
    );
    harness.facilitator.verifyScript.push(SPENT);
    const admission = await admitted(harness, harness.sign());

    expect(await admission.prove!('verified')).toBeNull();
    expect(harness.events).toEqual([{ level: 'alarm', event: 'ledger_failed', reason: 'find: SQLITE_BUSY' }]);
    admission.release();
  });
});

it('nobody is asked about the payment of a client that left while its answer was made', async () => {
  const harness = await create();
  const admission = await harness.gate.admit({
    ...{ route: SAMPLE_ROUTE, resourceUrl: SAMPLE_RESOURCE, xPayment: [], client: '192.0.2.1' },
    paymentSignature: [harness.sign().header],
    fingerprint: async () => 'f0'.repeat(32),
    isGone: async () => true,
  });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);

  expect(await admission.settle(harness.nextAnswer())).toMatchObject({ kind: 'refused', code: 'bad_request' });
  expect(harness.facilitator.verifyRequests).toHaveLength(0);
  expect(harness.locks.count).toBe(0);
});
