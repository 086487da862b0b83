import { isOpen } from './move-statements';
import type { ModelPayment, ModelTables } from './model-tables';

type Key = readonly [network: string, asset: string, payer: string, nonce: string];

/** What only looks. */
export const LOOK_UP_STATEMENTS = {
  find: (tables: ModelTables, key: Key) => found(tables, 0, answered(tables.byKey(key))),
  find_many: (tables: ModelTables, [keys]: readonly [readonly string[]]) =>
    keys.flatMap((key, n) => found(tables, n, answered(tables.byKey(key.split(' '))))),
  find_identifiers: (tables: ModelTables, [identifiers]: readonly [readonly string[]]) =>
    identifiers.flatMap((identifier, n) => found(tables, n, tables.boundTo(identifier))),
  open: (tables: ModelTables, [afterId, limit]: readonly [number, number]) =>
    tables
      .payments()
      .filter((row) => isOpen(row) && row.id > afterId)
      .slice(0, limit),
  watched: (tables: ModelTables, [closedBefore, afterId, limit]: readonly [number, number, number]) =>
    tables
      .payments()
      .filter(
        ({ state, attempt, valid_before, id }) =>
          state === 'refused' && attempt > 0 && valid_before < closedBefore && id > afterId,
      )
      .slice(0, limit),
  last_id: (tables: ModelTables) => [{ last: tables.payments().at(-1)?.id ?? 0 }],
  counts: (tables: ModelTables, [toId, nextId]: readonly [number, number]) => {
    const rows = tables.payments().filter(answered);
    const count = (isMeant: (row: ModelPayment) => boolean): number => rows.filter(isMeant).length;
    return [
      {
        settling: count(({ state }) => state === 'settling'),
        unknown: count(({ state }) => state === 'unknown'),
        refused: count(({ state }) => state === 'refused'),
        released: count(({ state }) => state === 'released'),
        older: count(({ id }) => id > toId && id <= nextId),
        newer: count(({ id }) => id > nextId),
      },
    ];
  },
  count_claimed: (tables: ModelTables, [toId, nextId]: readonly [number, number]) => [
    { claimed: tables.payments().filter((row) => answered(row) && row.id > toId && row.id <= nextId).length },
  ],
  standing: (tables: ModelTables, [network, asset, payer, nonce, identifier]: readonly [...Key, string | null]) =>
    some(tables.byKey([network, asset, payer, nonce])).map(({ id, state, attempt, fence }) => {
      const bearer = tables.boundTo(identifier);
      return { id, state, attempt, fence, taken: bearer !== undefined && bearer.id !== id };
    }),
  is_gone: (tables: ModelTables, [boot]: readonly [string]) => (tables.node(boot)?.gone ? [{ gone: 1 }] : []),
  settled: (tables: ModelTables, [id]: readonly [number]) => some(tables.payment(id)),
  core: (tables: ModelTables, [id]: readonly [number]) => some(tables.payment(id)),
  core_by_key: (tables: ModelTables, key: Key) => some(tables.byKey(key)),
  numbered: (tables: ModelTables, [boot, seqs]: readonly [string, readonly number[]]) =>
    seqs
      .flatMap((seq) => some(tables.event(boot, seq)))
      .map(({ seq, payment_id: paymentId, at, state, detail }) => ({ seq, paymentId, at, state, detail })),
  spent: (tables: ModelTables, key: Key) => some(tables.spentBy(key)).map((hash) => ({ hash })),
} as const;

/** What was only called free has no answer, and so is not found. */
function answered(row: ModelPayment | undefined): ModelPayment | undefined {
  return row?.attempt === 0 ? undefined : row;
}

/** A row that was looked for as the number `n`, with its delivery. */
function found(tables: ModelTables, n: number, row: ModelPayment | undefined): readonly object[] {
  return some(row).map(({ id, ...columns }) => ({ n, id, ...columns, delivered_at: tables.delivery(id)?.at ?? null }));
}

function some<T>(found: T | undefined): readonly T[] {
  return found === undefined ? [] : [found];
}
