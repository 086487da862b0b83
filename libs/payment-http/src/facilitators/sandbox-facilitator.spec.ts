import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePaymentResponseHeader } from '@x402/core/http';
import { Wallet } from 'ethers';
import { FixedClock } from '@stackcheck/contract/testing';
import { createPaymentGate, createRefusalLimit, LocalLocks, type PaymentTerms } from '@stackcheck/payment-x402';
import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';
import {
  facilitatorContract,
  MemoryLedger,
  SAMPLE_RESOURCE,
  SAMPLE_ROUTE,
  SAMPLE_TERMS,
  signTestPayment,
  testRequest,
  type TestPaymentOptions,
} from '@stackcheck/payment-x402/testing';
import { openSandboxNonces, type OpenSandboxNonces } from '@stackcheck/store-sqlite/testing';
import { SandboxFacilitator } from './sandbox-facilitator';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
const clock = new FixedClock();
let nonces: OpenSandboxNonces;

beforeAll(() => {
  nonces = openSandboxNonces(join(folder, 'payments.db'));
});
afterAll(() => {
  nonces.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Pays through a gate with an empty ledger, as after a lost one. */
async function pay(change: Partial<TestPaymentOptions>): Promise<string> {
  const payment = signTestPayment({
    terms: SAMPLE_TERMS,
    route: SAMPLE_ROUTE,
    resourceUrl: SAMPLE_RESOURCE,
    nowSeconds: clock.now() / 1_000,
    ...change,
  });
  const gate = createPaymentGate({
    ledger: new MemoryLedger(),
    facilitator: new SandboxFacilitator({ terms: SAMPLE_TERMS, nonces, clock }),
    terms: SAMPLE_TERMS,
    clock,
    refusals: createRefusalLimit({ clock }),
    locks: new LocalLocks(),
  });
  const admission = await gate.admit({
    route: SAMPLE_ROUTE,
    resourceUrl: SAMPLE_RESOURCE,
    paymentSignature: change.x402Version === 1 ? [] : [payment.header],
    xPayment: change.x402Version === 1 ? [payment.header] : [],
    client: '192.0.2.1',
    fingerprint: () => Promise.resolve('f0'),
  });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);
  const outcome = await admission.settle({
    status: 200,
    contentType: 'application/json',
    body: Buffer.from('{}'),
    snapshotIds: [],
  });
  return outcome.kind === 'paid' ? outcome.paymentResponse : outcome.code;
}

describe('the sandbox facilitator', () => {
  it.each([1, 2] as const)(
    'settles a well-signed v%i payment, and says that it is the sandbox',
    async (x402Version) => {
      const response = decodePaymentResponseHeader(await pay({ x402Version }));

      expect(response).toMatchObject({ success: true, network: x402Version === 1 ? 'base-sepolia' : 'eip155:84532' });
      expect(response.transaction).toMatch(/^sandbox:[0-9a-f]{64}$/);
    },
  );

  it('refuses the signature of another key, of another network’s token and of nobody', async () => {
    const other = Wallet.createRandom();
    const forged = signTestPayment({
      terms: SAMPLE_TERMS,
      route: SAMPLE_ROUTE,
      resourceUrl: SAMPLE_RESOURCE,
      nowSeconds: clock.now() / 1_000,
      wallet: other,
      nonce: `0x${'aa'.repeat(32)}`,
    });
    const { signature } = forged.payload['payload'] as { signature: string };

    expect(await pay({ nonce: `0x${'aa'.repeat(32)}`, signature })).toBe('payment_invalid');
    expect(await pay({ signature: `0x${'00'.repeat(65)}` })).toBe('payment_invalid');
    expect(await pay({ signature: `0x${'11'.repeat(200)}` })).toBe('payment_invalid');
  });

  it('says in words what a signature lacks, and nothing more of other faults', async () => {
    const facilitator = new SandboxFacilitator({ terms: SAMPLE_TERMS, nonces, clock });
    const good = testRequest(clock.now(), {});
    const ask = (changed: Partial<typeof good>) => facilitator.verify({ ...good, ...changed });

    const { payTo, ...expected } = good.expected;
    expect(await ask({ expected: { ...expected, payTo: `0x${'22'.repeat(20)}` } })).toStrictEqual({
      kind: 'refused',
      code: 'payment_wrong_payto',
      reason: 'recipient_mismatch',
    });
    expect(payTo).toBe(SAMPLE_TERMS.payTo.toLowerCase());
    const payload = good.paymentPayload as { readonly payload: object };
    const forged = { ...payload, payload: { ...payload.payload, signature: `0x${'00'.repeat(65)}` } };
    expect(await ask({ paymentPayload: forged })).toStrictEqual({
      kind: 'refused',
      code: 'payment_invalid',
      reason: 'invalid_signature',
      message: 'The signature is not the payer’s.',
    });
  });

  it.each<[string, (good: FacilitatorRequest) => Partial<FacilitatorRequest>, object]>([
    [
      'another value',
      ({ expected }) => ({ expected: { ...expected, value: expected.value + 1n } }),
      { code: 'payment_underpaid', reason: 'authorization_value' },
    ],
    ['no authorization', () => ({ paymentPayload: {} }), { code: 'payment_invalid', reason: 'invalid_payload' }],
  ])('refuses %s, also where it is to settle it, and spends nothing', async (_what, change, refusal) => {
    const facilitator = new SandboxFacilitator({ terms: SAMPLE_TERMS, nonces, clock });
    const good = testRequest(clock.now(), {});
    const changed = { ...good, ...change(good) };

    expect(await facilitator.verify(changed)).toStrictEqual({ kind: 'refused', ...refusal });
    expect(await facilitator.settle(changed)).toStrictEqual({ kind: 'refused', ...refusal });
    expect(await facilitator.verify(good)).toStrictEqual({ kind: 'verified' });
  });

  it('says of a spent nonce that it is spent, to whom it verifies and to whom it settles', async () => {
    const facilitator = new SandboxFacilitator({ terms: SAMPLE_TERMS, nonces, clock });
    const nonce = `0x${'cc'.repeat(32)}`;
    const first = testRequest(clock.now(), { nonce });
    const other = testRequest(clock.now(), { nonce, value: 2_000n });

    const { payer, network } = first.expected;
    const settled = { kind: 'settled', transaction: expect.stringMatching(/^sandbox:[0-9a-f]{64}$/), payer, network };
    expect([await facilitator.settle(first), await facilitator.settle(first)]).toEqual([settled, settled]);
    expect(await facilitator.verify(first)).toStrictEqual({
      kind: 'refused',
      code: 'payment_replayed',
      reason: 'nonce_already_used',
    });
    expect(await facilitator.settle(other)).toStrictEqual({ kind: 'nonce_used', reason: 'nonce_already_used' });
  });

  it('is called what it is, and is well', () => {
    const { name, evidence } = new SandboxFacilitator({ terms: SAMPLE_TERMS, nonces });

    expect([name, evidence, new SandboxFacilitator({ terms: SAMPLE_TERMS, nonces }).health()]).toEqual([
      'sandbox',
      'sandbox',
      'ok',
    ]);
  });

  it('sells one answer per nonce, also when the ledger is lost', async () => {
    const nonce = `0x${'bb'.repeat(32)}`;

    expect(await pay({ nonce })).not.toBe('payment_replayed');
    expect(await pay({ nonce })).toBe('payment_replayed');
    expect(await pay({ nonce, value: 2_000n })).toBe('payment_replayed');
  });

  it.each([[{ network: 'eip155:8453', chainId: 8453 }], [{ network: 'eip155:8453' }], [{ chainId: 8453 }]] satisfies [
    Partial<PaymentTerms>,
  ][])('cannot be made for %j', (change) => {
    expect(() => new SandboxFacilitator({ terms: { ...SAMPLE_TERMS, ...change }, nonces, clock })).toThrow(RangeError);
  });
});

facilitatorContract('the sandbox', () => {
  const open = () => new SandboxFacilitator({ terms: SAMPLE_TERMS, nonces, clock });
  const facilitator = open();
  return {
    facilitator,
    request: (change) => testRequest(clock.now(), change),
    settle: (request) => facilitator.settle(request),
    restarted: open,
  };
});
