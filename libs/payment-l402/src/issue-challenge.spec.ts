import { importMacaroon } from 'macaroon';
import { rootKeyOf } from './root-key';
import { L402Harness, tokenOf } from './testing';

describe('a challenge', () => {
  it('asks for the price at the rate of the moment, and expires soon', async () => {
    const harness = new L402Harness();

    const seen = await harness.call();

    expect(seen).toMatchObject({
      code: 'payment_required',
      challenges: [expect.stringMatching(/^L402 version="0", token="/), expect.stringMatching(/^LSAT macaroon="/)],
    });
    expect([...harness.source.invoices.values()][0]!.order).toEqual({
      amountMsat: 1_000n,
      memo: 'stackcheck service_eol_product',
      expirySeconds: 300,
    });
  });

  it('holds a macaroon that the npm library verifies with the derived key of its own', async () => {
    const harness = new L402Harness();
    const [first, second] = [tokenOf(await harness.call()), tokenOf(await harness.call())];
    const conditions: string[] = [];

    const theirs = importMacaroon(first);
    theirs.verify(rootKeyOf(harness.secret, theirs.identifier), (condition) => {
      conditions.push(condition);
      return null;
    });

    expect(conditions).toEqual([
      'services=stackcheck:0',
      'stackcheck_route=service_eol_product',
      `stackcheck_request=${'f0'.repeat(32)}`,
      'stackcheck_max_uses=1',
      `stackcheck_valid_until=${Math.floor(harness.clock.now() / 1_000) + 86_400}`,
    ]);
    expect(() => importMacaroon(second).verify(rootKeyOf(harness.secret, theirs.identifier), () => null)).toThrow(
      'signature',
    );
  });

  it.each([
    ['without a rate', (harness: L402Harness) => void (harness.quote = undefined)],
    ['with an old rate', (harness: L402Harness) => harness.clock.advance(86_400_001)],
    ['with a silly rate', (harness: L402Harness) => void (harness.quote = { ...harness.quote!, centsPerBitcoin: 1n })],
    ['while the node is away', (harness: L402Harness) => void harness.source.createScript.push('unavailable')],
    ['while the node fails', (harness: L402Harness) => void harness.source.createScript.push('throw')],
    [
      'for an invoice that would break the header',
      (harness: L402Harness) =>
        void harness.source.createScript.push({
          kind: 'created',
          paymentHash: 'aa'.repeat(32),
          paymentRequest: 'lnbc1"\r\nX-Injected: 1',
        }),
    ],
    ...['0' + 'aa'.repeat(32), 'aa'.repeat(32) + '0'].map((paymentHash): [string, (harness: L402Harness) => void] => [
      `for a hash of 65 digits, ${paymentHash}`,
      (harness) =>
        void harness.source.createScript.push({
          kind: 'created',
          paymentHash,
          paymentRequest: 'lnbc1'.padEnd(90, 'q'),
        }),
    ]),
    [
      'for a hash that is none',
      (harness: L402Harness) =>
        void harness.source.createScript.push({
          kind: 'created',
          paymentHash: '',
          paymentRequest: 'lnbc1'.padEnd(90, 'q'),
        }),
    ],
  ])('is not made %s; the other rail is offered alone', async (_name, disturb) => {
    const harness = new L402Harness();
    disturb(harness);

    expect(await harness.call()).toEqual({ code: 'payment_required' });
  });

  it('is made a few times per client, and again when the invoices have expired', async () => {
    const harness = new L402Harness();

    const seen = await Promise.all(Array.from({ length: 12 }, () => harness.call()));

    expect(seen.filter((one) => 'challenges' in one)).toHaveLength(10);
    expect(harness.source.invoices.size).toBe(10);
    expect(await harness.call({ client: '192.0.2.99' })).toHaveProperty('challenges');
    harness.clock.advance(300_000);
    expect(await harness.call()).toHaveProperty('challenges');
  });

  it('is not counted when no invoice came of it', async () => {
    const harness = new L402Harness();
    harness.source.createScript.push(...Array<'unavailable'>(12).fill('unavailable'));
    for (let count = 0; count < 12; count++) await harness.call();

    expect(await harness.call()).toHaveProperty('challenges');
  });

  it('is not made, either, where the source rejects with nothing at all', async () => {
    const harness = new L402Harness();
    jest.spyOn(harness.source, 'create').mockRejectedValueOnce(null);

    expect(await harness.call()).toEqual({ code: 'payment_required' });
    expect(harness.events).toEqual([expect.objectContaining({ reason: 'the source failed: undefined' })]);
    expect(await harness.call()).toHaveProperty('challenges');
  });

  it('is made of no request that has no answer, and costs it nothing to ask', async () => {
    const harness = new L402Harness();
    for (let count = 0; count < 12; count++)
      expect(await harness.call({ unanswerable: 'unknown product "nod"' })).toEqual({
        code: 'payment_required',
        message: 'No invoice is made for a request that has no answer: unknown product "nod"',
      });

    expect(harness.source.invoices.size).toBe(0);
    expect(await harness.call()).toHaveProperty('challenges');
  });

  it('comes with no refusal either where the request has no answer', async () => {
    const harness = new L402Harness();

    expect(await harness.call({ authorization: ['L402 nonsense'], unanswerable: 'why' })).toEqual({
      code: 'l402_invalid',
      message: expect.stringContaining('no answer: why'),
      challenges: ['L402 version="0"'],
    });
    expect(harness.source.invoices.size).toBe(0);
  });
});

describe('when all invoices are open', () => {
  /** A hundred of ten networks, as many as there may be; each client has five. */
  async function crowded(): Promise<{ harness: L402Harness; hashes: string[] }> {
    const harness = new L402Harness();
    for (let count = 0; count < 100; count++)
      expect(await harness.call({ client: `198.51.${count % 10}.${Math.floor(count / 50)}` })).toHaveProperty(
        'challenges',
      );
    return { harness, hashes: [...harness.source.invoices.keys()] };
  }

  it('the oldest of the largest network lapses for a newcomer, and cannot be paid any more', async () => {
    const { harness, hashes } = await crowded();

    expect(await harness.call({ client: '192.0.2.1' })).toHaveProperty('challenges');

    expect(harness.source.invoices.get(hashes[0]!)!.state).toBe('canceled');
    expect([...harness.source.invoices.values()].filter(({ state }) => state === 'open')).toHaveLength(100);
    expect(harness.events).toEqual([expect.objectContaining({ event: 'l402_invoice_lapsed' })]);
  });

  it('one that was paid meanwhile makes room and still buys its answer, however late it comes', async () => {
    const harness = new L402Harness();
    const bought = await harness.buy({ client: '203.0.113.5' });
    for (let count = 0; count < 99; count++) await harness.call({ client: `198.51.${count}.1` });

    const newcomers = await Promise.all([1, 2].map((host) => harness.call({ client: `192.0.2.${host}` })));

    for (const seen of newcomers) expect(seen).toHaveProperty('challenges');
    harness.clock.advance(3_600_000);
    expect(await harness.call({ client: '203.0.113.5', authorization: [bought.authorization] })).toEqual({
      body: '{"answer":1}',
      replayed: false,
    });
  });

  it.each(['unavailable', 'throw'] as const)('none is made while the node cannot end one (%s)', async (script) => {
    const { harness } = await crowded();
    harness.source.cancelScript.push(script);

    expect(await harness.call({ client: '192.0.2.1' })).toEqual({ code: 'payment_required' });
    expect(harness.source.invoices.size).toBe(100);
    expect(await harness.call({ client: '192.0.2.1' })).toHaveProperty('challenges');
  });

  it('none is made while the source rejects with nothing at all', async () => {
    const { harness } = await crowded();
    jest.spyOn(harness.source, 'cancel').mockRejectedValueOnce(null);

    expect(await harness.call({ client: '192.0.2.1' })).toEqual({ code: 'payment_required' });
  });

  it('two thousand clients of a crowd keep out nobody from elsewhere', async () => {
    const harness = new L402Harness();
    for (let count = 0; count < 2_000; count++)
      await harness.call({ client: `198.51.${count % 40}.${Math.floor(count / 40)}` });
    const newcomer = await harness.buy({ client: '192.0.2.1' });
    for (let count = 0; count < 200; count++)
      await harness.call({ client: `198.52.${count % 40}.${Math.floor(count / 40)}` });

    expect(await harness.call({ client: '192.0.2.1', authorization: [newcomer.authorization] })).toHaveProperty('body');
    expect([...harness.source.invoices.values()].filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(
      100,
    );
  });
});
