import { failingLedger, MemoryLedger, SAMPLE_QUERY_ROUTE } from '@stackcheck/payment-x402/testing';
import { addCaveat } from './macaroon';
import { L402Harness, tokenOf, type Bought } from './testing';
import { readToken, writeToken } from './token-text';

const IDLE = { body: '{"answer":1}', replayed: false };

/** The credential with its macaroon changed. */
function changed(bought: Bought, change: (token: NonNullable<ReturnType<typeof readToken>>) => typeof token): string {
  return `L402 ${writeToken(change(readToken(bought.token)!))}:${bought.preimage}`;
}

describe('a paid token', () => {
  it('buys the answer, and gets the same bytes again for the same request, also after a restart and its time', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();

    const first = await harness.call({ authorization: [authorization] });
    const again = await harness.call({ authorization: [authorization] });
    harness.boot('boot-2');
    harness.clock.advance(30 * 86_400_000);
    const later = await harness.call({ authorization: [authorization] });

    expect(first).toEqual(IDLE);
    expect([again, later]).toEqual([1, 2].map(() => ({ ...IDLE, replayed: true })));
    expect(harness.source.lookups).toBe(1);
    expect(harness.rows).toHaveLength(1);
  });

  it('is recorded with what came in, and without its preimage', async () => {
    const harness = new L402Harness();
    const { authorization, preimage } = await harness.buy();
    await harness.call({ authorization: [authorization] });

    expect(harness.rows[0]).toMatchObject({
      key: { network: 'lightning', asset: 'btc' },
      state: 'settled',
      price: 1_000n,
      settlement: { evidence: 'preimage', paymentResponse: '' },
      payload: { l402: { paid_msat: '1000' } },
      deliveredAt: expect.any(Number),
    });
    expect(
      JSON.stringify([harness.rows, harness.events], (_, value) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(preimage);
  });

  it('frees the place of its invoice', async () => {
    const harness = new L402Harness();

    for (let count = 0; count < 30; count++)
      await harness.call({ authorization: [(await harness.buy()).authorization] });

    expect(harness.rows).toHaveLength(30);
  });

  it.each([
    ['another request', { fingerprint: '0f'.repeat(32) }],
    ['another route', { route: SAMPLE_QUERY_ROUTE }],
  ])('buys nothing for %s, used or not, and another invoice is offered', async (_name, other) => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();

    const before = await harness.call({ authorization: [authorization], ...other });
    await harness.call({ authorization: [authorization] });
    const after = await harness.call({ authorization: [authorization], ...other });

    for (const seen of [before, after])
      expect(seen).toMatchObject({ code: 'l402_invalid', challenges: [expect.anything(), expect.anything()] });
    expect(tokenOf(after)).not.toBe(tokenOf(before));
    expect(harness.rows).toHaveLength(1);
  });

  it('buys nothing when its preimage bought another request, as with a node that gives one hash twice', async () => {
    const harness = new L402Harness();
    const first = await harness.buy();
    const [paymentHash] = [...harness.source.invoices.keys()];
    harness.source.createScript.push({
      kind: 'created',
      paymentHash: paymentHash!,
      paymentRequest: 'lnbcrt1'.padEnd(60, 'q'),
    });
    const second = tokenOf(await harness.call({ fingerprint: '0f'.repeat(32) }));
    await harness.call({ authorization: [first.authorization] });

    const seen = await harness.call({
      authorization: [`L402 ${second}:${first.preimage}`],
      fingerprint: '0f'.repeat(32),
    });

    expect(seen).toMatchObject({ code: 'l402_invalid', message: expect.stringContaining('already used') });
    expect(harness.rows).toHaveLength(1);
  });

  it('is not used up by a request that ends without an answer', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();
    const admission = await harness.admit({ authorization: [authorization] });
    if (admission.kind === 'admitted') admission.release();

    expect(harness.rows).toHaveLength(0);
    expect(await harness.call({ authorization: [authorization] })).toEqual(IDLE);
  });

  it('buys one answer, no matter who sends it at the same time', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();

    const seen = await Promise.all(Array.from({ length: 20 }, () => harness.call({ authorization: [authorization] })));

    expect(seen.filter((one) => 'body' in one)).toEqual([IDLE]);
    expect(seen.filter((one) => 'code' in one && one.code === 'payment_in_progress')).toHaveLength(19);
    expect(harness.locks.count).toBe(0);
  });

  it('buys one answer over two processes: both get the one that was stored', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();
    const first = await harness.admit({ authorization: [authorization] });
    harness.boot('boot-2');
    const second = await harness.admit({ authorization: [authorization] });
    if (first.kind !== 'admitted' || second.kind !== 'admitted') throw new Error('both must be admitted');

    const [one, other] = [await first.settle(harness.nextAnswer()), await second.settle(harness.nextAnswer())];

    expect(other).toMatchObject({ kind: 'paid', answer: (one as { answer: object }).answer, replayed: true });
    expect(harness.rows).toHaveLength(1);
  });

  it('expires when it was never used', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();
    harness.clock.advance(86_400_000);
    harness.quote = { ...harness.quote!, asOfMs: harness.clock.now() };

    expect(await harness.call({ authorization: [authorization] })).toMatchObject({
      code: 'l402_invalid',
      message: 'The token has expired.',
      challenges: expect.anything(),
    });
  });

  it('may be passed on with less time, which holds even once it was used', async () => {
    const harness = new L402Harness();
    const bought = await harness.buy();
    const soon = Math.floor(harness.clock.now() / 1_000) + 10;
    const passedOn = changed(bought, (token) => addCaveat(token, `stackcheck_valid_until=${soon}`));

    expect(await harness.call({ authorization: [passedOn] })).toEqual(IDLE);
    harness.clock.advance(10_000);
    expect(await harness.call({ authorization: [passedOn] })).toMatchObject({ code: 'l402_invalid' });
    expect(await harness.call({ authorization: [bought.authorization] })).toEqual({ ...IDLE, replayed: true });
  });
});

describe('a credential that is none', () => {
  it.each<[string, (bought: Bought, harness: L402Harness) => string]>([
    ['a form of its own', () => 'L402 token'],
    ['a preimage guessed', ({ token }) => `L402 ${token}:${'00'.repeat(32)}`],
    [
      'a caveat taken away',
      (bought) => changed(bought, (token) => ({ ...token, caveats: token.caveats.slice(0, -1) })),
    ],
    [
      'a caveat changed',
      (bought) =>
        changed(bought, (token) => ({
          ...token,
          caveats: [...token.caveats.slice(0, -1), 'stackcheck_valid_until=9999999999'],
        })),
    ],
    [
      'a caveat that widens',
      (bought) => changed(bought, (token) => addCaveat(token, 'stackcheck_valid_until=9999999999')),
    ],
    ['another location', (bought) => changed(bought, (token) => ({ ...token, location: 'elsewhere' }))],
    ['the secret of another service', (bought, harness) => (harness.secret.fill(8), bought.authorization)],
    [
      'an invoice that is only held',
      (bought, harness) => (([...harness.source.invoices.values()][0]!.state = 'accepted'), bought.authorization),
    ],
    [
      'an invoice that was canceled',
      (bought, harness) => (([...harness.source.invoices.values()][0]!.state = 'canceled'), bought.authorization),
    ],
    [
      'an invoice that is still open',
      (bought, harness) => (([...harness.source.invoices.values()][0]!.state = 'open'), bought.authorization),
    ],
    ['an invoice that the node forgot', (bought, harness) => (harness.source.invoices.clear(), bought.authorization)],
  ])('with %s gets l402_invalid and another invoice', async (_name, spoil) => {
    const harness = new L402Harness();
    const authorization = spoil(await harness.buy(), harness);

    const seen = await harness.call({ authorization: [authorization] });

    const message = expect.stringMatching(/^[A-Z].{10,}\.$/);
    expect(seen).toMatchObject({ code: 'l402_invalid', message, challenges: [expect.anything(), expect.anything()] });
    expect(harness.events).toEqual([
      {
        level: 'info',
        event: 'l402_refused',
        routeId: expect.any(String),
        reason: (seen as { message?: string }).message,
      },
    ]);
    expect(harness.rows).toHaveLength(0);
    expect(harness.locks.count).toBe(0);
    const preimage = harness.source.settle();
    expect(await harness.call({ authorization: [`LSAT ${tokenOf(seen)}:${preimage}`] })).toMatchObject({
      replayed: false,
    });
  });

  it('gets a bare challenge when no invoice can be made', async () => {
    const harness = new L402Harness();
    harness.source.createScript.push('unavailable');

    expect(await harness.call({ authorization: ['L402 x:y'] })).toEqual({
      code: 'l402_invalid',
      message: expect.stringContaining('retry later'),
      challenges: ['L402 version="0"'],
    });
  });

  it('makes its client wait after five of them, without an invoice even for the asking', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();
    for (let count = 0; count < 5; count++) await harness.call({ authorization: ['L402 x:y'] });

    expect(await harness.call({ authorization: [authorization] })).toEqual({ code: 'rate_limited' });
    expect(await harness.call()).toEqual({ code: 'payment_required' });
    expect(await harness.call({ authorization: [authorization], client: '192.0.2.2' })).toEqual(IDLE);
  });
});

describe('faults', () => {
  it.each(['unavailable', 'throw', 'throw nothing'] as const)(
    'a node that is %s uses nothing up and is not blamed on the payer',
    async (script) => {
      const harness = new L402Harness();
      const { authorization } = await harness.buy();
      harness.source.lookupScript.push(script);

      expect(await harness.call({ authorization: [authorization] })).toMatchObject({ code: 'facilitator_unavailable' });
      expect(await harness.call({ authorization: [authorization] })).toEqual(IDLE);
    },
  );

  it.each([
    ['find', 'before', 1],
    ['claimSettled', 'before', 2],
    // The row is there although the commit was reported as failed: its answer is the one that counts.
    ['claimSettled', 'after', 1],
  ] as const)(
    'a ledger that fails in %s, %s its work, answers nothing and the retry does',
    async (method, when, answer) => {
      const rows: never[] = [];
      const ledger = failingLedger(new MemoryLedger('boot-1', rows), method as never, when) as MemoryLedger;
      const harness = new L402Harness({ ledger });
      const { authorization } = await harness.buy();

      expect(await harness.call({ authorization: [authorization] })).toEqual({ code: 'paused' });
      expect(await harness.call({ authorization: [authorization] })).toMatchObject({ body: `{"answer":${answer}}` });
      expect(rows).toHaveLength(1);
      expect(harness.locks.count).toBe(0);
    },
  );

  it('a delivery that cannot be noted keeps nobody from the answer', async () => {
    const ledger = failingLedger(new MemoryLedger(), 'delivered', 'before') as MemoryLedger;
    const harness = new L402Harness({ ledger });
    const { authorization } = await harness.buy();

    expect(await harness.call({ authorization: [authorization] })).toEqual(IDLE);
    expect(harness.events.at(-1)).toMatchObject({ level: 'alarm', event: 'ledger_failed' });
  });

  it('a body that cannot be read ends the request without holding the token', async () => {
    const harness = new L402Harness();
    const { authorization } = await harness.buy();
    const presented = {
      route: SAMPLE_QUERY_ROUTE,
      resourceUrl: '',
      authorization: [authorization],
      client: '192.0.2.1',
      unanswerable: async () => null,
    };

    await expect(
      harness.gate.admit({ ...presented, fingerprint: () => Promise.reject(new Error('body_too_large')) }),
    ).rejects.toThrow('body_too_large');
    expect(harness.locks.count).toBe(0);
  });
});
