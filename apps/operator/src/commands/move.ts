import { moveLedger, planMove, type MoveOutcome, type MovePlan } from '../move/move-ledger';
import type { LedgerFigures } from '../move/compare-ledgers';
import type { MoveEnds } from '../move/open-ends';
import { dollars, table } from '../text';

/** What is to be said of a move, and whether it was made or could be. */
export interface MoveSaid {
  readonly text: string;
  readonly isDone: boolean;
}

/** Moves a ledger to another store, or with `isDry` says what would be moved. Closes both. */
export async function move(ends: MoveEnds, isDry: boolean, tell: (what: string) => void): Promise<MoveSaid> {
  const { source, target } = ends;
  try {
    return isDry ? planned(await planMove(source, target), ends) : moved(await moveLedger(source, target, tell), ends);
  } finally {
    await target.close().finally(() => source.close());
  }
}

function planned({ figures, why }: MovePlan, { source, target }: MoveEnds): MoveSaid {
  const end =
    why.length === 0
      ? `could be moved from ${source.name} to ${target.name}; nothing was changed`
      : `cannot be moved now:\n${why.join('\n')}`;
  return { text: `${shown(figures)}\n${end}`, isDone: why.length === 0 };
}

function moved(outcome: MoveOutcome, { source, target }: MoveEnds): MoveSaid {
  if (outcome.kind === 'refused') return { text: outcome.why.join('\n'), isDone: false };
  const how = outcome.wasThere ? 'an earlier run had copied it' : 'copied';
  const text = [
    shown(outcome.figures),
    `${how}, and compared row by row; both histories hold`,
    `moved from ${source.name}, which takes no payments any more, to ${target.name}`,
  ].join('\n');
  return { text, isDone: true };
}

function shown({ states, payments, events, nonces, sha256 }: LedgerFigures): string {
  const rows = [...states].sort().map(([state, { count, value }]) => [state, count, dollars(value)] as const);
  const total = rows.length === 0 ? [] : [table(['state', 'payments', 'value in USDC'], rows)];
  return [...total, `${payments} payments, ${events} events, ${nonces} sandbox nonces`, `sha256 ${sha256}`].join('\n');
}
