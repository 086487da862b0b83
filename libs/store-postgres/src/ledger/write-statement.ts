import type { Statement } from '../connection/lane';
import type { EventStatement, EventWriter } from '../events/event-writer';
import { CLAIM_PARAMETERS, claimStatement, claimSteps, type Claim } from './claim-statement';
import { settleStatement, settleSteps, type OwnSettlement } from './settle-statement';

const CLAIM_AND_SETTLE: Statement = {
  name: 'claim_and_settle',
  text: `WITH ${claimSteps(2)}, ${settleSteps(2 + CLAIM_PARAMETERS)}
SELECT n, id FROM matched UNION ALL SELECT NULL, id FROM settled`,
};

/** A row that was claimed, with its place from 1 on, or one that was settled, without. */
export interface Written {
  readonly n?: number | null;
  readonly id: number;
}

/**
 * Claims some payments and settles others in one statement, so that they share a round trip and a commit.
 * @param settlements by ascending id
 */
export function writeStatement(
  events: EventWriter,
  claims: readonly Claim[],
  settlements: readonly OwnSettlement[],
): EventStatement<Written> {
  if (settlements.length === 0) return claimStatement(events, claims) as EventStatement<Written>;
  if (claims.length === 0) return settleStatement(events, settlements);
  const [claimed, settled] = [claimStatement(events, claims), settleStatement(events, settlements)];
  return {
    statement: CLAIM_AND_SETTLE,
    values: [...claimed.values, ...settled.values.slice(1)],
    seqs: [...claimed.seqs, ...settled.seqs],
    written: (rows) => [
      ...claimed.written(rows.flatMap(({ n, id }) => (typeof n === 'number' ? [{ n, id }] : []))),
      ...settled.written(rows.filter(({ n }) => typeof n !== 'number')),
    ],
  };
}
