import type { ModelNode, ModelTables } from './model-tables';
import { isOpen } from './move-statements';
import { ModelError } from './model-tables';

/** Who is there, who works on what, and what becomes of numbers whose statement has no known end. */
export const NODE_STATEMENTS = {
  join(
    tables: ModelTables,
    [boot_id, place, terms, keys, watch_keys]: readonly [string, string, string, string, readonly string[]],
  ) {
    if (tables.node(boot_id)) throw new ModelError('23505', 'node_pkey');
    const fresh = { beat: 0, gone: false, seal_seq: 0, seal_hash: '', seals: '{}' };
    tables.putNode({ boot_id, place, terms, keys, watch_keys, ...fresh });
    return [];
  },
  beat,
  mark_gone(tables: ModelTables, [boot, beatSeen]: readonly [string, number]) {
    const node = tables.node(boot);
    if (node && node.beat === beatSeen && !node.gone) tables.putNode({ ...node, gone: true });
    return [];
  },
  leave(tables: ModelTables, [boot]: readonly [string]) {
    const node = tables.node(boot);
    if (node) tables.putNode({ ...node, gone: true });
    return [];
  },
  stop(tables: ModelTables, [why]: readonly [string]) {
    tables.switch = { ...tables.switch, stopped: tables.switch.stopped ?? why };
    return [];
  },
  differing: (
    tables: ModelTables,
    [place, terms, keys, watchKeys]: readonly [string, string, string, readonly string[]],
  ) =>
    living(tables)
      .filter((node) => node.place !== place)
      .map((node) => ({
        boot_id: node.boot_id,
        beat: node.beat,
        terms: node.terms !== terms,
        keys: node.keys !== keys,
        watch: !openEachOther(node.watch_keys, watchKeys),
      }))
      .filter((node) => node.terms || node.keys || node.watch),
  take_up(tables: ModelTables, [boot, id]: readonly [string, number]) {
    const row = tables.payment(id);
    if (!row || !isOpen(row)) return [];
    const isHeld = row.worker !== null && row.worker !== boot && tables.node(row.worker)?.gone === false;
    if (isHeld) return [];
    tables.updatePayment({ ...row, worker: boot, fence: row.fence + 1 });
    return [{ fence: row.fence + 1 }];
  },
  let_go(tables: ModelTables, [boot, id, fence]: readonly [string, number, number]) {
    const row = tables.payment(id);
    if (row?.worker === boot && row.state === 'unknown' && row.fence === fence)
      tables.updatePayment({ ...row, worker: null });
    return [];
  },
  void(tables: ModelTables, [boot_id, seqs, at]: readonly [string, readonly number[], number]) {
    for (const seq of seqs)
      if (!tables.event(boot_id, seq))
        tables.insertEvent({ boot_id, seq, payment_id: 0, at, state: 'void', detail: '' });
    return [];
  },
  spend(tables: ModelTables, [network, asset, payer, nonce, hash]: readonly [string, string, string, string, string]) {
    tables.spend([network, asset, payer, nonce], hash);
    return [];
  },
} as const;

function living(tables: ModelTables): readonly ModelNode[] {
  return tables.nodes().filter(({ gone }) => !gone);
}

function openEachOther(one: readonly string[], other: readonly string[]): boolean {
  const [ofOne, ofOther] = [one.at(-1), other.at(-1)];
  return ofOne === undefined || ofOther === undefined || (other.includes(ofOne) && one.includes(ofOther));
}

/** All that it answers is of before it, but for whether it raised its own beat. */
function beat(
  tables: ModelTables,
  [boot, toSeq, hash, acknowledged, lastBeat]: readonly [string, number, string, readonly number[], number],
) {
  const { stopped, paused } = tables.switch;
  const others = living(tables).filter(({ boot_id }) => boot_id !== boot);
  const tail_kept = acknowledged.every((seq) => tables.event(boot, seq) !== undefined);
  const node = tables.node(boot);
  const isRaised = node !== undefined && !node.gone && node.beat >= lastBeat;
  if (isRaised) {
    const seen = others
      .filter(({ seal_seq }) => seal_seq > 0)
      .map((other) => [other.boot_id, [other.seal_seq, other.seal_hash]]);
    const seals = JSON.stringify(Object.fromEntries(seen));
    tables.putNode({ ...node, beat: node.beat + 1, seal_seq: toSeq, seal_hash: hash, seals });
  }
  tables.insertSeal(boot, toSeq, hash);
  const shown = others.map(({ boot_id, place, beat: beats }) => ({ boot_id, place, beat: beats }));
  const own = isRaised ? node.beat + 1 : null;
  const isSeen = { own, before: node?.beat ?? null, others: shown.length === 0 ? null : shown };
  // It has no clock.
  return [{ ...isSeen, stopped, paused, tail_kept, server_ms: null }];
}
