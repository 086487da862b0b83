import { FixedClock } from '@stackcheck/contract/testing';
import { GIVEN_AGAIN_MS } from '../settle/known-payment';
import { createRefusalLimit, type ProvenPayer, type RefusalLimit } from './refusals';
import { GateHarness, SAMPLE_RESOURCE } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';
import { TEST_WALLET, type TestPayment } from '../testing/sign-test-payment';

const OTHER = '0x1111111111111111111111111111111111111111';
const VICTIM = TEST_WALLET.address.toLowerCase();
const NOW = BigInt(Date.UTC(2026, 10, 20, 12) / 1_000);

/** A refusal limit that says which payers were counted, and how often. */
class SeenRefusals implements RefusalLimit {
  private readonly limit = createRefusalLimit({ clock: new FixedClock() });
  readonly payers: ProvenPayer[] = [];
  clients = 0;

  /** The attacker has as many addresses as he wants. */
  clientWaitSeconds(): number {
    return 0;
  }

  refusalsLeft(): number {
    return 5;
  }

  payerWaitSeconds(payer: string): number {
    return this.limit.payerWaitSeconds(payer);
  }

  count(client: string, payer: ProvenPayer | null): void {
    this.clients++;
    if (payer) this.payers.push(payer);
    this.limit.count(client, payer);
  }
}

/** The header with its unsigned parts changed, as anybody can. */
function rewrapped(payment: TestPayment, change: (payload: Record<string, unknown>) => object): string {
  const payload = JSON.parse(Buffer.from(payment.header, 'base64').toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify({ ...payload, ...change(payload) })).toString('base64');
}

it('10,000 copies of a victim’s genuine authorizations never raise the victim’s counter', async () => {
  const refusals = new SeenRefusals();
  const harness = await GateHarness.create(
    { create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) },
    { refusals },
  );
  // What the chain shows of the victim: payments settled here, and authorizations to others or of another time.
  const settled = [0, 1, 2, 3, 4].map(() => harness.sign());
  for (const payment of settled) expect(await harness.call({ payment })).toMatchObject({ replayed: false });
  // For some minutes they would be given their answers again, which refuses nobody.
  harness.clock.advance(GIVEN_AGAIN_MS + 1);
  const foreign = [0, 1, 2].map(() => harness.sign({ to: OTHER, value: 1n }));
  const past = [0, 1, 2].map((age) => harness.sign({ validBefore: NOW - BigInt(age), value: 1n }));
  // Made to another service of the same recipient, so that our ledger does not know them.
  const elsewhere = [0, 1, 2, 3, 4].map(() => harness.sign({ resourceUrl: 'https://elsewhere.example.com/' }));
  // What the victim himself got wrong here counts once, no matter who sends it again.
  const ownFault = harness.sign({ value: 1n });
  await harness.call({ payment: ownFault });
  expect(refusals.payers).toHaveLength(1);

  const pool: readonly string[] = [
    ...settled.flatMap((payment) => [
      payment.header,
      rewrapped(payment, () => ({ resource: { url: 'https://api.example.com/other' } })),
      rewrapped(payment, () => ({ resource: null })),
      rewrapped(payment, ({ accepted }) => ({ accepted: { ...(accepted as object), amount: '1' } })),
      rewrapped(payment, ({ accepted }) => ({ accepted: { ...(accepted as object), payTo: OTHER } })),
      rewrapped(payment, () => ({ extensions: { 'payment-identifier': { info: { id: 'pay_of_the_attacker' } } } })),
    ]),
    ...[...foreign, ...past].flatMap((payment) => [
      payment.header,
      rewrapped(payment, () => ({ resource: { url: SAMPLE_RESOURCE } })),
    ]),
    ...elsewhere.flatMap((payment) => [
      payment.header,
      rewrapped(payment, () => ({ resource: null })),
      rewrapped(payment, ({ accepted }) => ({
        resource: { url: SAMPLE_RESOURCE },
        accepted: { ...(accepted as object), amount: '1' },
      })),
    ]),
    ownFault.header,
  ];
  const outcomes = new Map<string, number>();
  for (let copy = 0; copy < 10_000; copy++) {
    const seen = await harness.call({ payment: pool[copy % pool.length]!, client: `10.0.${copy >> 8}.${copy & 255}` });
    const code = typeof seen === 'string' ? seen : 'answered';
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  }

  expect(refusals.payers.every(({ address }) => address === VICTIM)).toBe(true);
  expect(new Set(refusals.payers.map(({ paymentHash }) => paymentHash)).size).toBe(1);
  expect(refusals.payerWaitSeconds(VICTIM)).toBe(0);
  expect(refusals.clients).toBeGreaterThan(9_000);
  expect(outcomes.get('answered')).toBeUndefined();
  expect(await harness.call({ payment: harness.sign() })).toMatchObject({ replayed: false });
}, 240_000);
