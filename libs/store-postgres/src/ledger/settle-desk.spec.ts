import type { Settlement } from '@stackcheck/payment-x402/ledger';
import type { Lane } from '../connection/lane';
import type { EventWriter } from '../events/event-writer';
import { SettleDesk } from './settle-desk';
import type { WriteDesk } from './write-desk';

const OURS: Settlement = { transaction: '0xours', evidence: 'facilitator', paymentResponse: 'e30=' };
const THEIRS = { transaction_hash: '0xtheirs', evidence: 'chain', payment_response: 'e31=' };
const PAYLOAD = { payload: { signature: '0x5ec2e7', authorization: { nonce: '0x1' } } };
const row = (state: string, settled: object = {}) => ({
  state,
  attempt: 1,
  payload: JSON.stringify(PAYLOAD),
  transaction_hash: null,
  evidence: null,
  payment_response: null,
  ...settled,
});

/** A desk over rows as they are found at each look; `moved` says what came of each try to settle one. */
function desk(rows: readonly (object | undefined)[], moved: readonly (boolean | Error)[], ownMoved = false) {
  const said: string[] = [];
  const writes = {
    settle: async ({ payload }: { readonly payload: string }) => (said.push(`own ${payload}`), ownMoved),
  } as unknown as WriteDesk;
  const singles = { run: async () => (said.push('look'), [rows[said.filter((one) => one === 'look').length - 1]]) };
  const events = {
    write: async () => {
      const outcome = moved[said.filter((one) => one === 'late').length] ?? false;
      said.push('late');
      if (outcome instanceof Error) throw outcome;
      return [{ moved: outcome, before: null }];
    },
  };
  return { said, desk: new SettleDesk(writes, singles as unknown as Lane, events as unknown as EventWriter) };
}

const TAKEN = Object.assign(new Error('duplicate key'), { code: '23505' });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe('a settlement', () => {
  it('of a payment that this boot claimed is one statement without signature, unless it was forgotten', async () => {
    const first = desk([], [], true);
    first.desk.remember(7, PAYLOAD);

    expect(await first.desk.settled(7, OURS, 1)).toEqual(OURS);
    expect(first.said).toEqual([expect.not.stringContaining('5ec2e7')]);
    expect(first.said[0]).toMatch(/^own \{"payload"/);

    const second = desk([row('settling')], [true], true);
    second.desk.remember(7, PAYLOAD);
    second.desk.forget(7);
    expect(await second.desk.settled(7, OURS, 1)).toEqual(OURS);
    expect(second.said).toEqual(['look', 'late']);
  });

  it('that another node was first with stands', async () => {
    const { desk: settling, said } = desk([row('settled', THEIRS)], [], false);
    settling.remember(7, PAYLOAD);

    expect(await settling.settled(7, OURS, 1)).toEqual({
      transaction: '0xtheirs',
      evidence: 'chain',
      paymentResponse: 'e31=',
    });
    expect(said.slice(1)).toEqual(['look']);
  });

  it.each<[string, readonly (boolean | Error)[]]>([
    ['changed meanwhile', [false, true]],
    ['lost its identifier meanwhile', [TAKEN, true]],
    ['changed four times', [false, false, TAKEN, false, true]],
  ])('of a payment that %s is tried again', async (_what, moved) => {
    const { desk: settling, said } = desk(times(5, row('refused')), moved);

    expect(await settling.settled(7, OURS, 1)).toEqual(OURS);
    expect(said.filter((one) => one === 'late')).toHaveLength(moved.length);
  });

  it.each<[string, readonly (object | undefined)[], readonly (boolean | Error)[], string, number]>([
    ['is not there', [undefined], [], 'there is no payment 7', 0],
    ['was released', [row('released')], [], 'payment 7 is released', 0],
    ['changes with each try', times(9, row('refused')), times(9, false), 'payment 7 changes too often', 5],
    ['cannot be written', [row('refused')], [new Error('disk')], 'disk', 1],
  ])('of a payment that %s is a fault', async (_what, rows, moved, message, tries) => {
    const { desk: settling, said } = desk(rows, moved);

    await expect(settling.settled(7, OURS, 1)).rejects.toThrow(message);
    expect(said.filter((one) => one === 'late')).toHaveLength(tries);
  });
});
