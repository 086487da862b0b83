import type { Settlement } from '@stackcheck/payment-x402/ledger';
import type { Moved } from '../../ledger/move-statement';
import type { ModelPayment, ModelTables } from './model-tables';

type MoveValues = readonly [boot: string, id: number, seq: number, at: number, detail: string, ...own: never[]];

/** A transition of one payment: the columns that change, or undefined where its condition is not met. */
type Change = (
  row: ModelPayment,
  boot: string,
  own: readonly never[],
  tables: ModelTables,
) => Partial<ModelPayment> | undefined;

/** W2, deliveries, and the moves of one payment, each of which answers whether it was made, and the state before. */
export const MOVE_STATEMENTS = {
  settle,
  deliver,
  lose,
  refuse: move('refused', (row, boot, [code, reason]) =>
    isOpen(row) && row.boot_id === boot && row.fence === 1 && (row.worker === boot || row.worker === null)
      ? { worker: null, refusal_code: code!, refusal_reason: reason! }
      : undefined,
  ),
  doubt: move('unknown', (row, boot, [doubt]) =>
    row.state === 'settling'
      ? { doubt: doubt!, worker: row.worker === boot && row.fence === 1 ? null : row.worker }
      : undefined,
  ),
  release: move('released', (row, _boot, [payload, attempt]) =>
    (isOpen(row) || row.state === 'refused') && row.attempt === attempt
      ? { worker: null, payload: payload! }
      : undefined,
  ),
  settle_late: move('settled', (row, _boot, own, tables) => {
    const [payload, attempt, transaction_hash, evidence, payment_response, state] = own;
    if (row.attempt !== attempt || row.state !== state) return undefined;
    const isTaken = row.state === 'refused' && tables.boundTo(row.identifier) !== undefined;
    const identifier = isTaken ? null : row.identifier;
    return {
      worker: null,
      payload: payload!,
      identifier,
      transaction_hash: transaction_hash!,
      evidence: evidence!,
      payment_response: payment_response!,
    };
  }),
} as const;

function move(
  state: ModelPayment['state'],
  change: Change,
): (tables: ModelTables, values: MoveValues) => readonly Moved[] {
  return (tables, [boot, id, seq, at, detail, ...own]) => {
    const row = tables.payment(id);
    const changed = row && change(row, boot, own, tables);
    if (row && changed) {
      tables.updatePayment({ ...row, ...changed, state });
      tables.insertEvent({ boot_id: boot, seq, payment_id: id, at, state, detail });
    }
    return [{ moved: changed !== undefined, before: row?.state ?? null }];
  };
}

/** Whether nobody knows yet what becomes of a payment. */
export function isOpen({ state }: Pick<ModelPayment, 'state'>): boolean {
  return state === 'settling' || state === 'unknown';
}

/** Values of the statement, the boot first. */
export type SettleValues = readonly [
  boot: string,
  ids: readonly number[],
  payloads: readonly string[],
  transactions: readonly string[],
  evidence: readonly Settlement['evidence'][],
  responses: readonly string[],
  seqs: readonly number[],
  ats: readonly number[],
];

/** W2. */
export function settle(
  tables: ModelTables,
  [boot, ids, payloads, transactions, evidence, responses, seqs, ats]: SettleValues,
): readonly { id: number }[] {
  const settled: { id: number }[] = [];
  for (const [n, id] of ids.entries()) {
    const row = tables.payment(id);
    if (row?.state !== 'settling' || row.worker !== boot) continue;
    const columns = {
      payload: payloads[n]!,
      transaction_hash: transactions[n]!,
      evidence: evidence[n]!,
      payment_response: responses[n]!,
    };
    tables.updatePayment({ ...row, ...columns, state: 'settled', worker: null });
    const event = { boot_id: boot, seq: seqs[n]!, payment_id: id, at: ats[n]!, detail: columns.evidence };
    tables.insertEvent({ ...event, state: 'settled' });
    settled.push({ id });
  }
  return settled;
}

function lose(
  tables: ModelTables,
  [boot, id, seq, at, detail]: readonly [string, number, number, number, string],
): readonly Moved[] {
  const before = tables.payment(id)?.state ?? null;
  const isKnown = tables.events().some(({ payment_id, state }) => payment_id === id && state === 'lost');
  const moved = before === 'settled' && !isKnown;
  if (moved) tables.insertEvent({ boot_id: boot, seq, payment_id: id, at, state: 'lost', detail });
  return [{ moved, before }];
}

type DeliverValues = readonly [boot: string, ids: readonly number[], seqs: readonly number[], ats: readonly number[]];

function deliver(tables: ModelTables, [boot, ids, seqs, ats]: DeliverValues): readonly object[] {
  return ids.flatMap((id, n) => {
    const row = tables.payment(id);
    if (!row) return [];
    const moved = row.state === 'settled' && tables.delivery(id) === undefined;
    if (moved) {
      const event = { boot_id: boot, seq: seqs[n]!, payment_id: id, at: ats[n]!, state: 'delivered', detail: '' };
      tables.insertEvent(event);
    }
    return [{ id, state: row.state, moved }];
  });
}
