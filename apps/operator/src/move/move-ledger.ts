import {
  LedgerMoveError,
  type HoldOutcome,
  type LedgerSource,
  type LedgerTarget,
} from '@stackcheck/payment-x402/store';
import { compareLedgers, figuresOf, type LedgerFigures } from './compare-ledgers';

/** What came of a move. */
export type MoveOutcome =
  | { readonly kind: 'moved'; readonly figures: LedgerFigures; /** By an earlier run. */ readonly wasThere: boolean }
  /** Nothing was changed. */
  | { readonly kind: 'refused'; readonly why: readonly string[] };

/** What a move would do: what there is, and every reason that stands in its way. */
export interface MovePlan {
  readonly figures: LedgerFigures;
  readonly why: readonly string[];
}

/**
 * Moves all that a ledger holds, and compares it before it is kept. Until the source is marked nothing is final: a run that was
 * interrupted is run again.
 * @param tell hears what is being done
 * @throws LedgerMoveError when what was written is not what is read back
 */
export async function moveLedger(
  source: LedgerSource,
  target: LedgerTarget,
  tell: (what: string) => void,
): Promise<MoveOutcome> {
  const held = [...refusal(source, await source.hold()), ...refusal(target, await target.hold())];
  if (held.length > 0) return { kind: 'refused', why: held };
  tell('checking the source');
  const faults = faultsOf(source, await source.faults());
  if (faults.length > 0) return { kind: 'refused', why: faults };
  const isFilled = await target.isEmpty();
  if (isFilled) {
    tell('copying');
    await fill(source, target);
  }
  tell('comparing');
  const compared = await compareLedgers(source, target);
  if ('difference' in compared) {
    if (isFilled)
      throw new LedgerMoveError(`nothing was kept, because what was written differs: ${compared.difference}`);
    return { kind: 'refused', why: [`${target.name} is not empty, and holds something else: ${compared.difference}`] };
  }
  tell('checking the target');
  const wrong = faultsOf(target, await target.faults());
  if (wrong.length > 0) return { kind: 'refused', why: wrong };
  if (isFilled) await target.keep();
  await source.markMoved(target.name);
  return { kind: 'moved', figures: compared.figures, wasThere: !isFilled };
}

/** Looks at both, and writes to none. */
export async function planMove(source: LedgerSource, target: LedgerTarget): Promise<MovePlan> {
  const why = [...refusal(source, await source.look()), ...refusal(target, await target.look())];
  why.push(...faultsOf(source, await source.faults()));
  if (!(await target.isEmpty())) why.push(`${target.name} is not empty; a move continues only what one has begun`);
  return { figures: await figuresOf(source), why };
}

const ROWS_MAX = 500;
const BYTES_MAX = 8 * 2 ** 20;

async function fill(source: LedgerSource, target: LedgerTarget): Promise<void> {
  for await (const events of batches(source.events(), () => 0)) await target.putEvents(events);
  const bodies = batches(source.payments(), ({ answer_body }) => answer_body.length);
  for await (const payments of bodies) await target.putPayments(payments);
  for await (const nonces of batches(source.nonces(), () => 0)) await target.putNonces(nonces);
  await target.filled();
}

async function* batches<Row>(rows: AsyncIterable<Row>, bytesOf: (row: Row) => number): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    batch.push(row);
    bytes += bytesOf(row);
    if (batch.length < ROWS_MAX && bytes < BYTES_MAX) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function refusal({ name }: { readonly name: string }, outcome: HoldOutcome): readonly string[] {
  if (outcome.kind === 'held') return [];
  return [outcome.kind === 'moved' ? `${name} was moved to ${outcome.to} before` : `${name}: ${outcome.why}`];
}

const FAULTS_SHOWN = 5;

function faultsOf({ name }: { readonly name: string }, faults: readonly string[]): readonly string[] {
  if (faults.length === 0) return [];
  return [`${name} is not sound:`, ...faults.slice(0, FAULTS_SHOWN).map((fault) => `  ${fault}`)];
}
