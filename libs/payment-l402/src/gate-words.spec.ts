import { MemoryLedger, SAMPLE_ROUTE } from '@stackcheck/payment-x402/testing';
import { L402Harness, tokenOf, type CallOutcome } from './testing';
import { readIdentifier } from './token-identifier';
import { readToken } from './token-text';

const ROUTE = SAMPLE_ROUTE.id;
const wordsOf = (seen: CallOutcome): string | undefined => ('code' in seen ? seen.message : undefined);

describe('what is logged of challenges', () => {
  it.each<[string, (harness: L402Harness) => void, object]>([
    [
      'there is no rate',
      (harness) => void (harness.quote = undefined),
      { event: 'l402_rate_unavailable', reason: 'no rate' },
    ],
    [
      'the node is away',
      (harness) => void harness.source.createScript.push('unavailable'),
      { event: 'l402_source_failed', reason: 'scripted' },
    ],
    [
      'the node fails',
      (harness) => void harness.source.createScript.push('throw'),
      { event: 'l402_source_failed', reason: 'the source failed: socket hang up' },
    ],
    [
      'the invoice is none',
      (harness) =>
        void harness.source.createScript.push({ kind: 'created', paymentHash: 'aa'.repeat(32), paymentRequest: 'ln' }),
      { event: 'l402_source_failed', reason: 'the source made no invoice that can be sent' },
    ],
  ])('where %s', async (_what, disturb, event) => {
    const harness = new L402Harness();
    disturb(harness);

    await harness.call();

    expect(harness.events).toEqual([{ level: 'warn', routeId: ROUTE, ...event }]);
  });

  it('where a client has all invoices that it may have', async () => {
    const harness = new L402Harness();
    for (let count = 0; count < 11; count++) await harness.call();

    expect(harness.events).toEqual([{ level: 'warn', event: 'l402_invoices_exhausted', routeId: ROUTE }]);
  });

  it.each<['unavailable' | 'throw', string]>([
    ['unavailable', 'scripted'],
    ['throw', 'the source failed: socket hang up'],
  ])('where no invoice could be ended (%s), or one was', async (script, reason) => {
    const harness = new L402Harness();
    for (let count = 0; count < 100; count++) await harness.call({ client: `198.51.${count}.1` });
    harness.source.cancelScript.push(script);

    await harness.call({ client: '192.0.2.1' });
    await harness.call({ client: '192.0.2.1' });

    expect(harness.events).toEqual([
      { level: 'warn', event: 'l402_source_failed', routeId: ROUTE, reason },
      { level: 'warn', event: 'l402_invoices_exhausted', routeId: ROUTE },
      { level: 'info', event: 'l402_invoice_lapsed', routeId: ROUTE },
    ]);
  });

  it('and nothing where the invoice that lapses was paid', async () => {
    const harness = new L402Harness();
    await harness.buy({ client: '203.0.113.5' });
    for (let count = 0; count < 99; count++) await harness.call({ client: `198.51.${count}.1` });

    expect(await harness.call({ client: '192.0.2.1' })).toHaveProperty('challenges');
    expect(harness.events).toEqual([]);
  });
});

it.each<[string, Parameters<L402Harness['admit']>[0], (harness: L402Harness) => void]>([
  ['with a challenge', {}, () => undefined],
  ['that no answer would follow', { unanswerable: 'nothing is known of it' }, () => undefined],
  ['without a challenge', {}, (harness) => void (harness.quote = undefined)],
])('a call without a token is refused, %s', async (_what, change, disturb) => {
  const harness = new L402Harness();
  disturb(harness);

  expect(await harness.admit(change)).toMatchObject({ kind: 'refused', code: 'payment_required' });
});

describe('an invoice that can be sent', () => {
  const HASH = 'ab'.repeat(32);

  it.each<[string, string, boolean]>([
    [HASH, `ln${'q'.repeat(20)}`, true],
    [HASH, `ln${'0'.repeat(2_000)}`, true],
    [HASH, `ln${'q'.repeat(19)}`, false],
    [HASH, `ln${'q'.repeat(2_001)}`, false],
    [HASH, `xln${'q'.repeat(20)}`, false],
    [HASH, `ln${'q'.repeat(20)}"`, false],
    [HASH, `LN${'Q'.repeat(20)}`, false],
    [HASH.toUpperCase(), `ln${'q'.repeat(20)}`, false],
    [HASH.slice(1), `ln${'q'.repeat(20)}`, false],
  ])('has a hash and a request of their form: %s, %.30s is one: %s', async (paymentHash, paymentRequest, isOne) => {
    const harness = new L402Harness();
    harness.source.createScript.push({ kind: 'created', paymentHash, paymentRequest });

    expect('challenges' in (await harness.call())).toBe(isOne);
  });
});

it('a token names its payment and 32 random bytes', async () => {
  const harness = new L402Harness();
  const { identifier, location } = readToken(tokenOf(await harness.call()))!;
  const read = readIdentifier(identifier)!;

  expect(location).toBe('stackcheck');
  expect(Buffer.from(read.paymentHash).toString('hex')).toBe([...harness.source.invoices.keys()][0]);
  expect([...read.tokenId]).toEqual(Array(32).fill(1));
});

it('what is used is written with all that it was sold for', async () => {
  const harness = new L402Harness();
  const { authorization, token } = await harness.buy();
  const paymentHash = [...harness.source.invoices.keys()][0]!;
  await harness.call({ authorization: [authorization] });

  const { tokenId } = readIdentifier(readToken(token)!.identifier)!;
  expect(harness.rows[0]).toMatchObject({
    key: { network: 'lightning', asset: 'btc', payer: paymentHash, nonce: paymentHash },
    paymentHash,
    x402Version: 2,
    payload: { l402: { token_id: Buffer.from(tokenId).toString('hex'), paid_msat: '1000' } },
    identifier: null,
    requestHash: 'f0'.repeat(32),
    routeId: ROUTE,
    resourceUrl: 'https://api.example.com/v1/eol/nodejs',
    price: 1_000n,
    value: 1_000n,
    payTo: 'fake',
    validAfter: 0,
    validBefore: Math.floor(harness.clock.now() / 1_000) + 86_400,
    settlement: { transaction: paymentHash, evidence: 'preimage', paymentResponse: '' },
  });
  expect(harness.events).toEqual([{ level: 'info', event: 'l402_paid', routeId: ROUTE }]);
});

it('an admitted token is that of its payer, in the version of today', async () => {
  const harness = new L402Harness();
  const { authorization } = await harness.buy();
  const [paymentHash] = [...harness.source.invoices.keys()];

  const admission = await harness.admit({ authorization: [authorization] });

  expect(admission).toMatchObject({ kind: 'admitted', payer: paymentHash, x402Version: 2 });
});

it('an answer says whether it went out before, and its delivery is noted once', async () => {
  const ledger = new MemoryLedger();
  const delivered = jest.spyOn(ledger, 'delivered');
  const harness = new L402Harness({ ledger });
  const { authorization } = await harness.buy();
  const admission = await harness.admit({ authorization: [authorization] });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);

  const first = await admission.settle(harness.nextAnswer());
  const second = await harness.admit({ authorization: [authorization] });
  if (first.kind !== 'paid' || second.kind !== 'paid') throw new Error('both must be paid');
  expect([first.wasDelivered, second.wasDelivered, second.paymentResponse]).toEqual([false, false, '']);
  await first.delivered();
  const third = await harness.admit({ authorization: [authorization] });
  if (third.kind !== 'paid') throw new Error(third.kind);
  await third.delivered();

  expect([third.wasDelivered, third.x402Version, third.id]).toEqual([true, 2, first.id]);
  expect(delivered.mock.calls).toEqual([[first.id, harness.clock.now()]]);
});

describe('secrets', () => {
  const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

  it('of before still open what they made, and the newest makes tokens', async () => {
    let secrets: [Buffer, ...Buffer[]] = [OLD];
    const harness = new L402Harness({ secrets: () => secrets });
    const [before, dropped] = [await harness.buy(), await harness.buy()];

    secrets = [NEW, OLD];
    const after = await harness.buy();
    expect(await harness.call({ authorization: [before.authorization] })).toHaveProperty('body');
    secrets = [NEW];
    expect(await harness.call({ authorization: [after.authorization] })).toHaveProperty('body');

    const seen = await harness.call({ authorization: [dropped.authorization] });
    expect(wordsOf(seen)).toBe('The macaroon was not issued by this service.');
  });
});

describe('the words of a refusal', () => {
  it('say that the invoice is not settled, or that it cannot be known now', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();
    harness.source.lookupScript.push({ kind: 'absent' }, 'throw', 'unavailable');
    const ask = async () => wordsOf(await harness.call({ authorization: [authorization] }));

    expect([await ask(), await ask(), await ask()]).toEqual([
      'The invoice is not settled.',
      'The invoice cannot be looked up now; retry.',
      'The invoice cannot be looked up now; retry.',
    ]);
    expect(harness.events.slice(1)).toEqual(
      ['the source failed: socket hang up', 'scripted'].map((reason) => ({
        level: 'warn',
        event: 'l402_source_failed',
        routeId: ROUTE,
        reason,
      })),
    );
  });

  it('say why no invoice comes with it', async () => {
    const harness = new L402Harness();
    harness.source.createScript.push('unavailable');
    const invalid = 'The credential is not of the form L402 <base64 macaroon>:<64 hex digits>.';

    expect(wordsOf(await harness.call({ authorization: ['L402 x'] }))).toBe(
      `${invalid} No invoice can be made now; retry later.`,
    );
    expect(wordsOf(await harness.call({ authorization: ['L402 x'], unanswerable: 'why' }))).toBe(
      `${invalid} No invoice is made for a request that has no answer: why`,
    );
  });

  it('say how long to wait, before anything else of the request is in', async () => {
    const harness = new L402Harness();
    const presented = { client: '192.0.2.1', authorization: ['L402 x'] };
    expect(harness.gate.mustWait(presented)).toBeNull();
    for (let count = 0; count < 5; count++) await harness.call({ authorization: ['L402 x'] });

    expect(harness.gate.mustWait(presented)).toEqual({
      kind: 'refused',
      code: 'rate_limited',
      retryAfterSeconds: 600,
    });
    expect(harness.gate.mustWait({ ...presented, authorization: [] })).toEqual({
      kind: 'refused',
      code: 'payment_required',
    });
    expect(harness.gate.mustWait({ ...presented, client: '192.0.2.2' })).toBeNull();
  });
});

it.each<[keyof MemoryLedger, string, string]>([
  ['find', 'the disk', 'find: the disk'],
  ['claimSettled', 'the disk', 'claim: the disk'],
  ['delivered', 'the disk', 'delivered: the disk'],
])('a ledger that fails in %s is an alarm that says where', async (method, why, reason) => {
  const ledger = new MemoryLedger();
  jest.spyOn(ledger, method as 'find').mockRejectedValueOnce(new Error(why));
  const harness = new L402Harness({ ledger });
  const { authorization } = await harness.buy();

  await harness.call({ authorization: [authorization] });

  expect(harness.events.filter(({ event }) => event === 'ledger_failed')).toEqual([
    { level: 'alarm', event: 'ledger_failed', reason },
  ]);
});
