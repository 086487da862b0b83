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
});
