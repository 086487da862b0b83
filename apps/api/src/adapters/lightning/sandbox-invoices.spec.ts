import { randomBytes } from 'node:crypto';
import { decodeInvoice } from '@getalby/lightning-tools';
import { FixedClock } from '@stackcheck/contract/testing';
import { invoiceSourceContract } from '@stackcheck/payment-l402/testing';
import { SandboxInvoices } from './sandbox-invoices';

const ORDER = { amountMsat: 1_234n, memo: 'stackcheck service_eol_product', expirySeconds: 300 };

invoiceSourceContract('the sandbox', {
  async create() {
    const source = new SandboxInvoices({ clock: new FixedClock(), randomBytes, settlesItself: false });
    return { source, pay: async ({ paymentHash }) => source.settle(paymentHash) };
  },
});

function harness(settlesItself: boolean) {
  const clock = new FixedClock();
  return { clock, source: new SandboxInvoices({ clock, randomBytes, settlesItself }) };
}

async function create(source: SandboxInvoices, order = ORDER) {
  const outcome = await source.create(order);
  if (outcome.kind !== 'created') throw new Error(outcome.reason);
  return outcome;
}

test.each([1n, 99n, 100n, 1_000n, 1_234n, 123_456_700n])(
  'an invoice over %s msat is read by a decoder',
  async (amountMsat) => {
    const { source, clock } = harness(true);

    const { paymentHash, paymentRequest } = await create(source, { ...ORDER, amountMsat });

    expect(decodeInvoice(paymentRequest)).toMatchObject({
      paymentHash,
      millisatoshi: Number(amountMsat),
      timestamp: Math.floor(clock.now() / 1_000),
      expiry: 300,
      description: expect.stringMatching(
        /^sandbox, not payable: stackcheck service_eol_product; preimage [0-9a-f]{64}$/,
      ),
    });
  },
);

test('reading the preimage in the invoice is paying, where the sandbox says so', async () => {
  const { source } = harness(true);
  const { paymentHash } = await create(source);

  expect(await source.lookup(paymentHash)).toEqual({ kind: 'found', state: 'settled', paidMsat: 1_234n });
});

test('an invoice that is only held is not settled, and one that nobody paid expires', async () => {
  const { source, clock } = harness(false);
  const [held, left] = [await create(source), await create(source)];
  source.accept(held.paymentHash);
  const states = async () => Promise.all([held, left].map(async ({ paymentHash }) => source.lookup(paymentHash)));

  expect(await states()).toMatchObject([{ state: 'accepted', paidMsat: 0n }, { state: 'open' }]);
  clock.advance(300_000);
  expect(await states()).toMatchObject([{ state: 'accepted' }, { state: 'canceled' }]);
});

test('one of another node is settled where reading it is paying', async () => {
  const { paymentHash } = await create(harness(true).source);

  expect(await harness(true).source.lookup(paymentHash)).toEqual({ kind: 'found', state: 'settled', paidMsat: 0n });
});

test('the oldest of ten thousand invoices is forgotten', async () => {
  const { source } = harness(false);
  const first = await create(source);
  for (let count = 0; count < 10_000; count++) await create(source);

  expect(await source.lookup(first.paymentHash)).toEqual({ kind: 'absent' });
});
