import type { FacilitatorRequest, SettleOutcome } from '../facilitator/facilitator';
import { settleOnce } from './settle-once';

const PAYER = `0x${'b6'.repeat(20)}`;
const REQUEST = { expected: { payer: PAYER } } as FacilitatorRequest;
const settled: SettleOutcome = { kind: 'settled', transaction: '0x1', payer: PAYER.toUpperCase(), network: 'base' };
const log = jest.fn();
beforeEach(() => log.mockClear());

const once = (settle: () => Promise<SettleOutcome>): Promise<SettleOutcome> =>
  settleOnce({ facilitator: { settle } as never, log }, REQUEST, ['base', 'eip155:8453'], 1_000);

it.each<SettleOutcome>([
  settled,
  { ...settled, network: 'eip155:8453' },
  { kind: 'pending', reason: 'timeout' },
  { kind: 'not_sent', reason: 'down' },
])('the word of a facilitator stands: %o', async (outcome) => {
  expect(await once(async () => outcome)).toBe(outcome);
  expect(log).not.toHaveBeenCalled();
});

it.each([{ payer: `0x${'c7'.repeat(20)}` }, { network: 'eip155:1' }])(
  'a success of another payment is doubt, and an alarm: %o',
  async (changed) => {
    expect(await once(async () => ({ ...settled, ...changed }))).toEqual({
      kind: 'unknown',
      reason: 'payer or network of the settlement differ',
    });
    expect(log.mock.calls).toEqual([
      [{ level: 'alarm', event: 'settlement_mismatch', payer: PAYER, reason: 'payer or network differ' }],
    ]);
  },
);

it('a facilitator that throws leaves doubt, and an alarm', async () => {
  expect(await once(() => Promise.reject(new Error('a bug')))).toMatchObject({ kind: 'unknown', reason: 'a bug' });
  expect(log.mock.calls).toEqual([[{ level: 'alarm', event: 'facilitator_failed', payer: PAYER, reason: 'a bug' }]]);
});
