import { Wallet } from 'ethers';
import { GateWorld } from './testing/gate-world';
import { MemoryLedger } from './testing/memory-ledger';
import type { TestPaymentOptions } from './testing/sign-test-payment';

const OTHER = '0x1111111111111111111111111111111111111111';
const NOW = BigInt(Date.UTC(2026, 10, 20, 12) / 1_000);
const create = () =>
  GateWorld.create({ create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) });

type Change = Partial<TestPaymentOptions>;

describe('the refusal limit at the gate', () => {
  const refuse = async (
    world: GateWorld,
    times: number,
    client: string,
    change: Change = { accepted: { asset: OTHER } },
  ) => {
    for (let time = 0; time < times; time++) {
      await world.call({ payment: world.sign(change), client });
      world.clock.advance(1_000);
    }
  };

  it('makes a client wait after five refused payments, with good ones too, until the first is ten minutes old', async () => {
    const world = await create();
    await refuse(world, 4, '192.0.2.1');
    expect(await world.call({ payment: world.sign(), client: '192.0.2.1' })).toMatchObject({ replayed: false });
    await refuse(world, 1, '192.0.2.1');

    const limited = await world.admit({ payment: world.sign(), client: '192.0.2.1' });

    expect(limited).toEqual({ kind: 'refused', code: 'rate_limited', retryAfterSeconds: 595 });
    expect(await world.call({ payment: world.sign(), client: '192.0.2.2' })).toMatchObject({ replayed: false });
    world.clock.advance(594_999);
    expect(await world.call({ payment: world.sign(), client: '192.0.2.1' })).toBe('rate_limited');
    world.clock.advance(1);
    expect(await world.call({ payment: world.sign(), client: '192.0.2.1' })).toMatchObject({ replayed: false });
  });

  it('follows a payer who himself signed too little from one client to the next', async () => {
    const world = await create();
    for (let client = 1; client <= 5; client++) await refuse(world, 1, `192.0.2.${client}`, { value: 1n });

    expect(await world.call({ payment: world.sign(), client: '192.0.2.9' })).toBe('rate_limited');
    expect(
      await world.call({ payment: world.sign({ wallet: Wallet.createRandom() }), client: '192.0.2.9' }),
    ).toMatchObject({
      replayed: false,
    });
  });

  it('judges nobody by his name alone: what a waiting payer did not provably sign is left to the facilitator', async () => {
    const world = await create();
    for (let client = 1; client <= 5; client++) await refuse(world, 1, `192.0.2.${client}`, { value: 1n });
    const inHisName = world.sign({ signature: `0x${'11'.repeat(65)}` });

    expect(await world.call({ payment: world.sign(), client: '192.0.2.9' })).toBe('rate_limited');
    expect(await world.call({ payment: inHisName, client: '192.0.2.9' })).toMatchObject({ replayed: false });
  });

  it('follows a payer without funds', async () => {
    const world = await create();
    for (let client = 1; client <= 5; client++) {
      world.facilitator.verifyScript.push({
        kind: 'refused',
        code: 'payment_invalid',
        reason: 'insufficient_funds',
        byFunds: true,
      });
      await refuse(world, 1, `192.0.2.${client}`, {});
    }

    expect(await world.call({ payment: world.sign(), client: '192.0.2.9' })).toBe('rate_limited');
  });

  const victimless: readonly (readonly [string, Change])[] = [
    ['forged signatures', { value: 1n, signature: `0x${'11'.repeat(65)}` }],
    ['unsigned resources', { resourceUrl: 'https://api.example.com/other' }],
    ['unsigned copies of the offer', { accepted: { amount: '1' } }],
    ['other assets', { accepted: { asset: OTHER }, value: 1n }],
    ['other recipients', { to: OTHER, value: 1n }],
    ['closed windows', { validBefore: NOW, value: 1n }],
    ['one and the same payment', { value: 1n, nonce: `0x${'99'.repeat(32)}`, validBefore: NOW + 60n }],
  ];
  it.each(victimless)('cannot be turned on a payer with %s', async (_name, change) => {
    const world = await create();
    for (let client = 1; client <= 20; client++) await refuse(world, 1, `192.0.2.${client}`, change);

    expect(await world.call({ payment: world.sign({ validBefore: NOW + 90n }), client: '198.51.100.1' })).toMatchObject(
      { replayed: false },
    );
  });

  it('cannot be turned on a payer with copies of his settled payments', async () => {
    const world = await create();
    const payment = world.sign();
    await world.call({ payment });
    for (let client = 1; client <= 20; client++) await world.call({ payment, client: `203.0.113.${client}` });

    expect(await world.call({ payment: world.sign(), client: '198.51.100.1' })).toMatchObject({ replayed: false });
  });

  it('does not count holds, conflicts and faults of ours', async () => {
    const world = await create();
    for (let time = 0; time < 6; time++) {
      world.facilitator.verifyScript.push({ kind: 'unavailable', reason: 'timeout' });
      await world.call({ payment: world.sign() });
      world.facilitator.settleScript.push('lost_before');
      await world.call({ payment: world.sign() });
    }

    expect(await world.call({ payment: world.sign() })).toMatchObject({ replayed: false });
  });
});
