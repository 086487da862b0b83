import { Wallet } from 'ethers';
import { GateHarness } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';
import type { TestPaymentOptions } from '../testing/sign-test-payment';

const OTHER = '0x1111111111111111111111111111111111111111';
const NOW = BigInt(Date.UTC(2026, 10, 20, 12) / 1_000);
const create = () =>
  GateHarness.create({ create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) });

type Change = Partial<TestPaymentOptions>;

describe('the refusal limit at the gate', () => {
  const refuse = async (
    harness: GateHarness,
    times: number,
    client: string,
    change: Change = { accepted: { asset: OTHER } },
  ) => {
    for (let time = 0; time < times; time++) {
      await harness.call({ payment: harness.sign(change), client });
      harness.clock.advance(1_000);
    }
  };

  it('makes a client wait after five refused payments, with good ones too, until the first is ten minutes old', async () => {
    const harness = await create();
    await refuse(harness, 4, '192.0.2.1');
    expect(await harness.call({ payment: harness.sign(), client: '192.0.2.1' })).toMatchObject({ replayed: false });
    await refuse(harness, 1, '192.0.2.1');

    const limited = await harness.admit({ payment: harness.sign(), client: '192.0.2.1' });

    expect(limited).toEqual({ kind: 'refused', code: 'rate_limited', retryAfterSeconds: 595 });
    expect(await harness.call({ payment: harness.sign(), client: '192.0.2.2' })).toMatchObject({ replayed: false });
    harness.clock.advance(594_999);
    expect(await harness.call({ payment: harness.sign(), client: '192.0.2.1' })).toBe('rate_limited');
    harness.clock.advance(1);
    expect(await harness.call({ payment: harness.sign(), client: '192.0.2.1' })).toMatchObject({ replayed: false });
  });

  it('follows a payer who himself signed too little from one client to the next', async () => {
    const harness = await create();
    for (let client = 1; client <= 5; client++) await refuse(harness, 1, `192.0.2.${client}`, { value: 1n });

    expect(await harness.call({ payment: harness.sign(), client: '192.0.2.9' })).toBe('rate_limited');
    expect(
      await harness.call({ payment: harness.sign({ wallet: Wallet.createRandom() }), client: '192.0.2.9' }),
    ).toMatchObject({
      replayed: false,
    });
  });

  it('judges nobody by his name alone: what a waiting payer did not provably sign is left to the facilitator', async () => {
    const harness = await create();
    for (let client = 1; client <= 5; client++) await refuse(harness, 1, `192.0.2.${client}`, { value: 1n });
    const inHisName = harness.sign({ signature: `0x${'11'.repeat(65)}` });

    expect(await harness.call({ payment: harness.sign(), client: '192.0.2.9' })).toBe('rate_limited');
    expect(await harness.call({ payment: inHisName, client: '192.0.2.9' })).toMatchObject({ replayed: false });
  });

  it('follows a payer without funds', async () => {
    const harness = await create();
    for (let client = 1; client <= 5; client++) {
      harness.facilitator.verifyScript.push({
        kind: 'refused',
        code: 'payment_invalid',
        reason: 'insufficient_funds',
        byFunds: true,
      });
      await refuse(harness, 1, `192.0.2.${client}`, {});
    }

    expect(await harness.call({ payment: harness.sign(), client: '192.0.2.9' })).toBe('rate_limited');
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
    const harness = await create();
    for (let client = 1; client <= 20; client++) await refuse(harness, 1, `192.0.2.${client}`, change);

    expect(
      await harness.call({ payment: harness.sign({ validBefore: NOW + 90n }), client: '198.51.100.1' }),
    ).toMatchObject({ replayed: false });
  });

  it('cannot be turned on a payer with copies of his settled payments', async () => {
    const harness = await create();
    const payment = harness.sign();
    await harness.call({ payment });
    for (let client = 1; client <= 20; client++) await harness.call({ payment, client: `203.0.113.${client}` });

    expect(await harness.call({ payment: harness.sign(), client: '198.51.100.1' })).toMatchObject({ replayed: false });
  });

  it('does not count holds, conflicts and faults of ours', async () => {
    const harness = await create();
    for (let time = 0; time < 6; time++) {
      harness.facilitator.verifyScript.push({ kind: 'unavailable', reason: 'timeout' });
      await harness.call({ payment: harness.sign() });
      harness.facilitator.settleScript.push('lost_before');
      await harness.call({ payment: harness.sign() });
    }

    expect(await harness.call({ payment: harness.sign() })).toMatchObject({ replayed: false });
  });
});
