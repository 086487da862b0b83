import { MemoryLedger } from '@stackcheck/payment-x402/testing';
import { addCaveat } from './macaroon';
import { L402Harness } from './testing';
import { readToken, writeToken } from './token-text';

describe('the use of a token', () => {
  it.each([
    ['for another request', { requestHash: '0f'.repeat(32) }],
    ['for one that is not there any more', undefined],
  ])('buys nothing that another process used %s meanwhile', async (_name, found) => {
    const ledger = new MemoryLedger();
    const find = jest.fn().mockResolvedValueOnce(undefined).mockResolvedValueOnce(found);
    const harness = new L402Harness({
      ledger: Object.assign(ledger, { find, claimSettled: async () => ({ kind: 'payment_exists' as const }) }),
    });
    const { authorization } = await harness.buy();

    expect(await harness.call({ authorization: [authorization] })).toMatchObject({
      code: 'l402_invalid',
      challenges: expect.anything(),
    });
    expect(find).toHaveBeenCalledTimes(2);
    expect(harness.locks.count).toBe(0);
  });

  it.each([
    ['in this second', -1, 'The token has expired.'],
    ['in the next', 1, undefined],
  ])('that its holder let expire %s is refused, or not', async (_when, seconds, message) => {
    const harness = new L402Harness();
    const bought = await harness.buy();
    const until = Math.floor(harness.clock.now() / 1_000) + seconds;
    const token = writeToken(addCaveat(readToken(bought.token)!, `stackcheck_valid_until=${until}`));

    const seen = await harness.call({ authorization: [`L402 ${token}:${bought.preimage}`] });

    expect('message' in seen ? seen.message : undefined).toBe(message);
  });
});
