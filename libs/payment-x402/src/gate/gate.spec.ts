import { Wallet } from 'ethers';
import type { ErrorCode } from '@stackcheck/contract';
import { encodeHeader } from '../wire/headers';
import { GateHarness, SAMPLE_RESOURCE } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';
import { SAMPLE_BODY_ROUTE, SAMPLE_ROUTE, SAMPLE_TERMS } from '../testing/sample-terms';
import { TEST_WALLET, type TestPaymentOptions } from '../testing/sign-test-payment';

const OTHER = '0x1111111111111111111111111111111111111111';
const HARNESS = { create: () => new MemoryLedger(), reopen: (bootId: string) => new MemoryLedger(bootId) };
const create = (change?: Parameters<typeof GateHarness.create>[1]) => GateHarness.create(HARNESS, change);
const NOW = BigInt(Date.UTC(2026, 10, 20, 12) / 1_000);

type Change = Partial<TestPaymentOptions>;

it.each([
  ['is over', { validBefore: -1 }, 'validBefore is less than 5 seconds ahead.'],
  ['is to come', { validAfter: 1 }, 'validAfter is in the future.'],
])(
  'a payment whose window %s is refused with words that name the member',
  async (_what, { validBefore, validAfter }: { validBefore?: number; validAfter?: number }, message) => {
    const harness = await GateHarness.create({
      create: () => new MemoryLedger(),
      reopen: (boot) => new MemoryLedger(boot),
    });
    const now = BigInt(Math.floor(harness.clock.now() / 1_000));
    const payment = harness.sign({
      ...(validBefore === undefined ? {} : { validBefore: now + BigInt(validBefore) }),
      ...(validAfter === undefined ? {} : { validAfter: now + BigInt(validAfter) }),
    });

    expect(await harness.admit({ payment })).toMatchObject({ kind: 'refused', code: 'payment_expired', message });
  },
);

describe('one rule broken gives its code', () => {
  const rows: readonly (readonly [string, Change, ErrorCode | 200])[] = [
    ['nothing broken', {}, 200],
    ['another scheme', { accepted: { scheme: 'upto' } }, 'payment_invalid'],
    ['another network', { accepted: { network: 'eip155:8453' } }, 'payment_wrong_network'],
    ['the v1 name of the network in v2', { accepted: { network: 'base-sepolia' } }, 'payment_wrong_network'],
    ['another asset', { accepted: { asset: OTHER } }, 'payment_wrong_asset'],
    ['the asset in another spelling', { accepted: { asset: SAMPLE_TERMS.asset.toLowerCase() } }, 200],
    ['another recipient signed', { to: OTHER }, 'payment_wrong_payto'],
    ['another recipient named', { accepted: { payTo: OTHER } }, 'payment_wrong_payto'],
    ['the recipient in another spelling', { to: SAMPLE_TERMS.payTo.toLowerCase() }, 200],
    ['another resource', { resourceUrl: 'https://api.example.com/v1/eol/python' }, 'payment_wrong_resource'],
    ['another query', { resourceUrl: `${SAMPLE_RESOURCE}?x=1` }, 'payment_wrong_resource'],
    ['another host', { resourceUrl: 'https://api.example.org/v1/eol/nodejs' }, 'payment_wrong_resource'],
    ['http for https', { resourceUrl: 'http://api.example.com/v1/eol/nodejs' }, 'payment_wrong_resource'],
    ['the resource in another spelling', { resourceUrl: 'HTTPS://API.example.com:443/v1/eol/nodejs#top' }, 200],
    ['a resource that is no URL', { resourceUrl: '/v1/eol/nodejs' }, 'payment_wrong_resource'],
    ['no resource', { payload: { resource: undefined } }, 'payment_wrong_resource'],
    ['a null resource', { payload: { resource: null } }, 'payment_wrong_resource'],
    ['a unit less', { value: 999n }, 'payment_underpaid'],
    ['a unit more', { value: 1_001n }, 200],
    ['all there is', { value: 2n ** 256n - 1n }, 200],
    ['less accepted than signed', { value: 1_000n, accepted: { amount: '999' } }, 'payment_underpaid'],
    ['a window of 4 seconds', { validBefore: NOW + 4n }, 'payment_expired'],
    ['a window of 5 seconds', { validBefore: NOW + 5n }, 200],
    ['a window without end', { validBefore: 2n ** 256n - 1n }, 200],
    ['a window that was', { validBefore: NOW - 1n }, 'payment_expired'],
    ['a window to come', { validAfter: NOW + 1n }, 'payment_expired'],
    ['a window from now', { validAfter: NOW }, 200],
    ['an identifier', { identifier: 'a'.repeat(16) }, 200],
    ['a short identifier', { identifier: 'a'.repeat(15) }, 'payment_invalid'],
    ['a long identifier', { identifier: 'a'.repeat(129) }, 'payment_invalid'],
    ['an identifier with a blank', { identifier: 'pay 0123456789abcdef' }, 'payment_invalid'],
    ['an identifier that is a number', { identifier: 1_234_567_890_123_456 }, 'payment_invalid'],
    ['a null identifier', { identifier: null }, 'payment_invalid'],
    ['extensions that are a list', { payload: { extensions: [] } }, 'payment_invalid'],
    [
      'the offer echoed without an id',
      { payload: { extensions: { 'payment-identifier': { info: { required: false } } } } },
      200,
    ],
    ['another version', { payload: { x402Version: 1 } }, 'payment_invalid'],
    ['version as text', { payload: { x402Version: '2' } }, 'payment_invalid'],
    ['a number beyond 256 bits', { value: 2n ** 256n }, 'payment_invalid'],
    ['a window that ends past 256 bits', { validBefore: 2n ** 256n }, 'payment_invalid'],
    ['a window that begins past 256 bits', { validAfter: 2n ** 256n }, 'payment_invalid'],
    ['a window that ends at the last of 256 bits', { validBefore: 2n ** 256n - 1n }, 200],
    ['no signature', { signature: '0x' }, 'payment_invalid'],
    ['a signature that is no hex', { signature: '0xzz' }, 'payment_invalid'],
    ['a nonce of 31 bytes', { nonce: `0x${'ab'.repeat(31)}` }, 'payment_invalid'],
    ['a long signature, as of a wallet that is a contract', { signature: `0x${'ab'.repeat(300)}` }, 200],
  ];

  it.each(rows)('v2, %s', async (_name, change, expected) => {
    const harness = await create();
    // A malformed value is put into a payment after it was signed, since no signer takes it.
    const payment = signLeniently(harness, change);

    const seen = await harness.call({ payment });

    expect(typeof seen === 'string' ? seen : 200).toBe(expected);
    expect(harness.facilitator.settleRequests).toHaveLength(expected === 200 ? 1 : 0);
  });

  const rowsV1: readonly (readonly [string, Change, ErrorCode | 200])[] = [
    ['nothing broken', {}, 200],
    ['another scheme', { payload: { scheme: 'upto' } }, 'payment_invalid'],
    ['another network', { payload: { network: 'base' } }, 'payment_wrong_network'],
    ['the v2 id of the network', { payload: { network: 'eip155:84532' } }, 'payment_wrong_network'],
    ['another recipient', { to: OTHER }, 'payment_wrong_payto'],
    [
      'a resource that a client added',
      { payload: { resource: 'https://api.example.com/other' } },
      'payment_wrong_resource',
    ],
    ['too little', { value: 999n }, 'payment_underpaid'],
    ['too late', { validBefore: NOW + 4n }, 'payment_expired'],
    ['another version', { payload: { x402Version: 2 } }, 'payment_invalid'],
    ['no signature', { signature: '0x' }, 'payment_invalid'],
  ];
  it.each(rowsV1)('v1, %s', async (_name, change, expected) => {
    const harness = await create();

    const seen = await harness.call({ payment: harness.sign({ x402Version: 1, ...change }), x402Version: 1 });

    expect(typeof seen === 'string' ? seen : 200).toBe(expected);
  });
});

function signLeniently(harness: GateHarness, change: Change) {
  const numbers = { value: change.value, validAfter: change.validAfter, validBefore: change.validBefore };
  const tooLarge = Object.entries(numbers).filter(([, number]) => (number ?? 0n) >= 2n ** 256n);
  if (tooLarge.length === 0 && change.nonce === undefined) return harness.sign(change);
  const good = harness.sign();
  const { signature, authorization } = good.payload['payload'] as { signature: string; authorization: object };
  const large = Object.fromEntries(tooLarge.map(([name, number]) => [name, String(number)]));
  const bad = { ...(change.nonce && { nonce: change.nonce }), ...large };
  const payload = { ...good.payload, payload: { signature, authorization: { ...authorization, ...bad } } };
  return { ...good, header: encodeHeader(payload), payload };
}

describe('two rules broken give the earlier code', () => {
  const order: readonly (readonly [ErrorCode, Change])[] = [
    ['payment_invalid', { accepted: { scheme: 'upto' } }],
    ['payment_wrong_network', { accepted: { network: 'eip155:1' } }],
    ['payment_wrong_asset', { accepted: { asset: OTHER } }],
    ['payment_wrong_payto', { to: OTHER }],
    ['payment_wrong_resource', { resourceUrl: 'https://api.example.com/other' }],
    ['payment_underpaid', { value: 1n }],
    ['payment_expired', { validBefore: NOW }],
  ];
  const pairs = order.flatMap(([code, change], index) =>
    order.slice(index + 1).map(([later, laterChange]) => {
      const both = { ...laterChange, ...change, accepted: { ...laterChange.accepted, ...change.accepted } };
      return [code, later, both] as const;
    }),
  );

  it.each(pairs)('%s before %s', async (code, _later, change) => {
    const harness = await create();

    expect(await harness.call({ payment: harness.sign(change) })).toBe(code);
  });
});

describe('what cannot be decoded', () => {
  it.each<[string, (good: string) => [string[], string[]]]>([
    ['two payments', (good) => [[good, good], []]],
    ['both versions', (good) => [[good], [good]]],
    ['a v2 payment in the v1 header', (good) => [[], [good]]],
    ['no payment', () => [[], []]],
    ['nothing', () => [[''], []]],
    ['no base64', () => [['{}'], []]],
  ])('%s is payment_invalid', async (_name, headersOf) => {
    const harness = await create();
    const [paymentSignature, xPayment] = headersOf(harness.sign().header);
    const presented = { route: SAMPLE_ROUTE, resourceUrl: SAMPLE_RESOURCE, client: '::1', fingerprint: jest.fn() };

    const outcome = await harness.gate.admit({ ...presented, paymentSignature, xPayment });

    expect(outcome).toMatchObject({ kind: 'refused', code: 'payment_invalid', message: expect.stringMatching(/\.$/) });
  });

  it.each([
    ['permit2Authorization', /Permit2/],
    ['delegationManager', /ERC-7710/],
  ])('a payload with %s says what would do', async (key, message) => {
    const harness = await create();
    const payment = harness.sign({ payload: { payload: { [key]: {} } } });

    expect(await harness.admit({ payment })).toMatchObject({
      code: 'payment_invalid',
      message: expect.stringMatching(message),
    });
  });

  it('a message never repeats the payment', async () => {
    const harness = await create();
    const payment = harness.sign({ payload: { payload: { signature: 'SECRET', authorization: { from: 'SECRET' } } } });

    expect(JSON.stringify(await harness.admit({ payment }))).not.toContain('SECRET');
  });
});

describe('the facilitator’s word on a payment', () => {
  it.each([
    [{ kind: 'refused', code: 'payment_invalid', reason: 'invalid_exact_evm_signature' } as const, 'payment_invalid'],
    [{ kind: 'refused', code: 'payment_replayed', reason: 'nonce_already_used' } as const, 'payment_replayed'],
    [{ kind: 'refused', code: 'payer_blocked', reason: 'kyt_risk_detected' } as const, 'payer_blocked'],
    [{ kind: 'unavailable', reason: 'ECONNREFUSED' } as const, 'facilitator_unavailable'],
  ])('%j settles nothing, stores nothing and leaves the payment usable', async (outcome, code) => {
    const harness = await create();
    const payment = harness.sign();
    harness.facilitator.verifyScript.push(outcome);

    expect(await harness.call({ payment })).toBe(code);
    expect(await harness.ledger.counts()).toMatchObject({ settling: 0, refused: 0 });
    expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":2}' });
  });

  it('is not asked when the answer took so long that the window closed', async () => {
    const harness = await create();
    const admission = await harness.admit({ payment: harness.sign({ validBefore: NOW + 10n }) });
    harness.clock.advance(6_000);

    const outcome = admission.kind === 'admitted' ? await admission.settle(harness.nextAnswer()) : admission;

    expect(outcome).toMatchObject({ kind: 'refused', code: 'payment_expired' });
    expect(harness.facilitator.verifyRequests).toHaveLength(0);
  });
});

it('a blocked payer is refused before the facilitator hears of him, in any spelling', async () => {
  const blocked = TEST_WALLET.address.toLowerCase();
  const harness = await create({ screening: { isBlocked: (address) => address === blocked } });

  expect(await harness.call({ payment: harness.sign() })).toBe('payer_blocked');
  expect(harness.facilitator.verifyRequests).toHaveLength(0);
  expect(await harness.call({ payment: harness.sign({ wallet: Wallet.createRandom() }) })).toMatchObject({
    replayed: false,
  });
});

it('a payer whom the screening cannot judge now is neither served nor blamed, and may come back', async () => {
  let verdict: boolean | 'unknown' = 'unknown';
  const harness = await create({ screening: { isBlocked: async () => verdict } });
  const payment = harness.sign();

  expect(await harness.call({ payment })).toBe('paused');
  expect(harness.facilitator.verifyRequests).toHaveLength(0);
  verdict = false;
  expect(await harness.call({ payment })).toMatchObject({ replayed: false });
});

it('no event contains a signature or a payload', async () => {
  const harness = await create();
  const payments = [harness.sign(), harness.sign(), harness.sign()];
  harness.facilitator.settleScript.push(
    'lost_after',
    { kind: 'refused', code: 'payment_invalid', reason: 'x' },
    'wrong_payer',
  );
  for (const payment of payments) await harness.call({ payment });
  await harness.call({ payment: payments[0]! });

  const reported = JSON.stringify(harness.events);
  expect(harness.events.length).toBeGreaterThan(3);
  for (const { payload } of payments)
    expect(reported).not.toContain((payload['payload'] as { signature: string }).signature.slice(2, 40));
});

it('reads no body for a payment that it refuses or offers to admit', async () => {
  const harness = await create();
  const fingerprint = jest.fn(() => Promise.resolve('f0'));
  const present = (payment: { readonly header: string }) => ({
    route: SAMPLE_BODY_ROUTE,
    resourceUrl: SAMPLE_RESOURCE,
    paymentSignature: [payment.header],
    xPayment: [],
    client: '192.0.2.1',
    fingerprint,
  });

  await harness.gate.admit(present(harness.sign({ value: 1n })));
  await harness.gate.admit(present(harness.sign({ route: SAMPLE_BODY_ROUTE })));

  expect(fingerprint).not.toHaveBeenCalled();
});
