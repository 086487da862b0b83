import { importMacaroon } from 'macaroon';
import { rootKeyOf } from './root-key';
import { L402World, tokenOf } from './testing';

describe('a challenge', () => {
  it('asks for the price at the rate of the moment, and expires soon', async () => {
    const world = new L402World();

    const seen = await world.call();

    expect(seen).toMatchObject({
      code: 'payment_required',
      challenges: [expect.stringMatching(/^L402 version="0", token="/), expect.stringMatching(/^LSAT macaroon="/)],
    });
    expect([...world.source.invoices.values()][0]!.order).toEqual({
      amountMsat: 1_000n,
      memo: 'stackcheck service_eol_product',
      expirySeconds: 300,
    });
  });

  it('holds a macaroon that the npm library verifies with the derived key of its own', async () => {
    const world = new L402World();
    const [first, second] = [tokenOf(await world.call()), tokenOf(await world.call())];
    const conditions: string[] = [];

    const theirs = importMacaroon(first);
    theirs.verify(rootKeyOf(world.secret, theirs.identifier), (condition) => {
      conditions.push(condition);
      return null;
    });

    expect(conditions).toEqual([
      'services=stackcheck:0',
      'stackcheck_route=service_eol_product',
      `stackcheck_request=${'f0'.repeat(32)}`,
      'stackcheck_max_uses=1',
      `stackcheck_valid_until=${Math.floor(world.clock.now() / 1_000) + 86_400}`,
    ]);
    expect(() => importMacaroon(second).verify(rootKeyOf(world.secret, theirs.identifier), () => null)).toThrow(
      'signature',
    );
  });

  it.each([
    ['without a rate', (world: L402World) => void (world.quote = undefined)],
    ['with an old rate', (world: L402World) => world.clock.advance(86_400_001)],
    ['with a silly rate', (world: L402World) => void (world.quote = { ...world.quote!, centsPerBitcoin: 1n })],
    ['while the node is away', (world: L402World) => void world.source.createScript.push('unavailable')],
    ['while the node fails', (world: L402World) => void world.source.createScript.push('throw')],
    [
      'for an invoice that would break the header',
      (world: L402World) =>
        void world.source.createScript.push({
          kind: 'created',
          paymentHash: 'aa'.repeat(32),
          paymentRequest: 'lnbc1"\r\nX-Injected: 1',
        }),
    ],
    [
      'for a hash that is none',
      (world: L402World) =>
        void world.source.createScript.push({
          kind: 'created',
          paymentHash: '',
          paymentRequest: 'lnbc1'.padEnd(90, 'q'),
        }),
    ],
  ])('is not made %s; the other rail is offered alone', async (_name, disturb) => {
    const world = new L402World();
    disturb(world);

    expect(await world.call()).toEqual({ code: 'payment_required' });
  });

  it('is made a few times per client, and again when the invoices have expired', async () => {
    const world = new L402World();

    const seen = await Promise.all(Array.from({ length: 12 }, () => world.call()));

    expect(seen.filter((one) => 'challenges' in one)).toHaveLength(10);
    expect(world.source.invoices.size).toBe(10);
    expect(await world.call({ client: '192.0.2.99' })).toHaveProperty('challenges');
    world.clock.advance(300_000);
    expect(await world.call()).toHaveProperty('challenges');
  });

  it('is not counted when no invoice came of it', async () => {
    const world = new L402World();
    world.source.createScript.push(...Array<'unavailable'>(12).fill('unavailable'));
    for (let count = 0; count < 12; count++) await world.call();

    expect(await world.call()).toHaveProperty('challenges');
  });

  it('is made of no request that has no answer, and costs it nothing to ask', async () => {
    const world = new L402World();
    for (let count = 0; count < 12; count++)
      expect(await world.call({ unanswerable: 'unknown product "nod"' })).toEqual({
        code: 'payment_required',
        message: 'No invoice is made for a request that has no answer: unknown product "nod"',
      });

    expect(world.source.invoices.size).toBe(0);
    expect(await world.call()).toHaveProperty('challenges');
  });

  it('comes with no refusal either where the request has no answer', async () => {
    const world = new L402World();

    expect(await world.call({ authorization: ['L402 nonsense'], unanswerable: 'why' })).toEqual({
      code: 'l402_invalid',
      message: expect.stringContaining('no answer: why'),
      challenges: ['L402 version="0"'],
    });
    expect(world.source.invoices.size).toBe(0);
  });
});

describe('when all invoices are open', () => {
  /** A hundred of ten networks, as many as there may be; each client has five. */
  async function crowded(): Promise<{ world: L402World; hashes: string[] }> {
    const world = new L402World();
    for (let count = 0; count < 100; count++)
      expect(await world.call({ client: `198.51.${count % 10}.${Math.floor(count / 50)}` })).toHaveProperty(
        'challenges',
      );
    return { world, hashes: [...world.source.invoices.keys()] };
  }

  it('the oldest of the largest network lapses for a newcomer, and cannot be paid any more', async () => {
    const { world, hashes } = await crowded();

    expect(await world.call({ client: '192.0.2.1' })).toHaveProperty('challenges');

    expect(world.source.invoices.get(hashes[0]!)!.state).toBe('canceled');
    expect([...world.source.invoices.values()].filter(({ state }) => state === 'open')).toHaveLength(100);
    expect(world.events).toEqual([expect.objectContaining({ event: 'l402_invoice_lapsed' })]);
  });

  it('one that was paid meanwhile makes room and still buys its answer, however late it comes', async () => {
    const world = new L402World();
    const bought = await world.buy({ client: '203.0.113.5' });
    for (let count = 0; count < 99; count++) await world.call({ client: `198.51.${count}.1` });

    const newcomers = await Promise.all([1, 2].map((host) => world.call({ client: `192.0.2.${host}` })));

    for (const seen of newcomers) expect(seen).toHaveProperty('challenges');
    world.clock.advance(3_600_000);
    expect(await world.call({ client: '203.0.113.5', authorization: [bought.authorization] })).toEqual({
      body: '{"answer":1}',
      replayed: false,
    });
  });

  it.each(['unavailable', 'throw'] as const)('none is made while the node cannot end one (%s)', async (script) => {
    const { world } = await crowded();
    world.source.cancelScript.push(script);

    expect(await world.call({ client: '192.0.2.1' })).toEqual({ code: 'payment_required' });
    expect(world.source.invoices.size).toBe(100);
    expect(await world.call({ client: '192.0.2.1' })).toHaveProperty('challenges');
  });

  it('two thousand clients of a crowd keep out nobody from elsewhere', async () => {
    const world = new L402World();
    for (let count = 0; count < 2_000; count++)
      await world.call({ client: `198.51.${count % 40}.${Math.floor(count / 40)}` });
    const newcomer = await world.buy({ client: '192.0.2.1' });
    for (let count = 0; count < 200; count++)
      await world.call({ client: `198.52.${count % 40}.${Math.floor(count / 40)}` });

    expect(await world.call({ client: '192.0.2.1', authorization: [newcomer.authorization] })).toHaveProperty('body');
    expect([...world.source.invoices.values()].filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(100);
  });
});
