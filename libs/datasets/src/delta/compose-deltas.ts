import type { Delta } from './delta';
import { idOf } from './record-list';

/**
 * One delta in the place of two, the second of which begins where the first ends: apply(compose(d, e), a) =
 * apply(e, apply(d, a)). Needs neither content, so a long chain can be followed without reading what lies at its ends. A
 * record that was changed and changed back is in it as changed.
 * @throws RangeError when the second does not begin where the first ends
 */
export function composeDeltas(first: Delta, second: Delta): Delta {
  const { part, key } = second.list;
  if (first.to !== second.from || first.list.part !== part || first.list.key !== key) {
    throw new RangeError(`a delta to ${first.to} is not followed by one from ${second.from}`);
  }
  const steps = [movesOf(first), movesOf(second)] as const;
  const added: unknown[] = [];
  const changed: unknown[] = [];
  const removed: string[] = [];
  for (const id of [...new Set([...steps[0].keys(), ...steps[1].keys()])].sort(byCodeUnit)) {
    const [one, two] = steps.map((moves) => moves.get(id));
    const wasThere = (one ?? two)!.kind !== 'added';
    const last = (two ?? one)!;
    if (last.kind !== 'removed') (wasThere ? changed : added).push(last.record);
    else if (wasThere) removed.push(id);
  }
  return { from: first.from, to: second.to, list: second.list, added, changed, removed, rest: second.rest };
}

type Move = { readonly kind: 'added' | 'changed'; readonly record: unknown } | { readonly kind: 'removed' };

function movesOf({ list, added, changed, removed }: Delta): ReadonlyMap<string, Move> {
  const moves = new Map<string, Move>();
  for (const record of added) moves.set(idOf(record, list.key)!, { kind: 'added', record });
  for (const record of changed) moves.set(idOf(record, list.key)!, { kind: 'changed', record });
  for (const id of removed) moves.set(id, { kind: 'removed' });
  return moves;
}

function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : 1;
}
