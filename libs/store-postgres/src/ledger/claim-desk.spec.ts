import type { Lane } from '../connection/lane';
import { LedgerAwayError } from '../connection/statement-fault';
import type { EventWriter } from '../events/event-writer';
import { ClaimDesk } from './claim-desk';
import type { Claim } from './claim-statement';
import type { WriteDesk } from './write-desk';

interface Found {
  /** The id of a new row; undefined where there is one. */
  readonly id?: number;
  readonly standing?: object;
  /** What came of claiming a refused row again. */
  readonly again?: readonly { readonly id: number }[] | Error;
  readonly isGone?: boolean;
}

const claimAs = (state: string) =>
  ({ columns: { network: 'n', asset: 'a', payer: 'p', nonce: 'x', identifier: null, state } }) as unknown as Claim;
const REFUSED = { id: 7, state: 'refused', attempt: 2, fence: 3, taken: false };
const TAKEN = Object.assign(new Error('duplicate key'), { code: '23505' });

function outcomeOf({ id, standing, again = [], isGone = false }: Found, seen?: string | null, state = 'settling') {
  const writes = { claim: async () => id } as unknown as WriteDesk;
  const run = async ({ name }: { readonly name: string }) => {
    if (name === 'is_gone') return isGone ? [{ gone: 1 }] : [];
    return standing === undefined ? [] : [standing];
  };
  const write = async () => {
    if (again instanceof Error) throw again;
    return again;
  };
  const desk = new ClaimDesk(writes, { run } as unknown as Lane, { bootId: 'boot', write } as unknown as EventWriter);
  return desk.claim(claimAs(state), seen);
}

it.each<[string, Found, string | null | undefined, object]>([
  ['is new', { id: 7 }, undefined, { kind: 'claimed', id: 7 }],
  ['was called free', { standing: { ...REFUSED, attempt: 0 } }, undefined, { kind: 'called_free' }],
  ['is open', { standing: { ...REFUSED, state: 'settling' } }, undefined, { kind: 'payment_exists' }],
  ['is settled', { standing: { ...REFUSED, state: 'settled' } }, '2.3', { kind: 'payment_exists' }],
  ['was refused', { standing: REFUSED, again: [{ id: 7 }] }, undefined, { kind: 'claimed', id: 7 }],
  ['is as it was seen', { standing: REFUSED, again: [{ id: 7 }] }, '2.3', { kind: 'claimed', id: 7 }],
  ['was claimed since it was seen', { standing: REFUSED, again: [{ id: 7 }] }, '1.3', { kind: 'payment_exists' }],
  ['was not there when it was looked for', { standing: REFUSED, again: [{ id: 7 }] }, null, { kind: 'payment_exists' }],
  ['lost its identifier', { standing: { ...REFUSED, taken: true } }, undefined, { kind: 'identifier_exists' }],
  ['has the identifier of another one', {}, undefined, { kind: 'identifier_exists' }],
  ['was claimed again meanwhile', { standing: REFUSED, again: [] }, undefined, { kind: 'payment_exists' }],
  ['lost its identifier meanwhile', { standing: REFUSED, again: TAKEN }, undefined, { kind: 'identifier_exists' }],
])('a payment that %s', async (_what, found, seen, outcome) => {
  expect(await outcomeOf(found, seen)).toEqual(outcome);
});

it('a claim that cannot be written is a fault', async () => {
  await expect(outcomeOf({ standing: REFUSED, again: new Error('disk') })).rejects.toThrow('disk');
});

describe.each<[string, Found]>([
  ['of a new payment', { isGone: true }],
  ['of a refused one', { standing: REFUSED, again: [], isGone: true }],
])('a claim %s by a node that others found gone', (_what, found) => {
  it('is no loss to another claim', async () => {
    await expect(outcomeOf(found)).rejects.toThrow(LedgerAwayError);
    await expect(outcomeOf(found)).rejects.toThrow('other nodes found this one gone');
  });

  it('counts where the transfer was made, or may have been', async () => {
    const kind = found.standing === undefined ? 'identifier_exists' : 'payment_exists';

    for (const state of ['settled', 'unknown']) expect(await outcomeOf(found, undefined, state)).toEqual({ kind });
  });
});
