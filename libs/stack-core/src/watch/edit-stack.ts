import { LIMITS } from '@stackcheck/contract';
import type { CheckItem } from '@stackcheck/eol-core';
import { LIST_NAMES, type ListName, type Stack, type StackLists } from '../stack';
import type { Positions } from './baseline';

/** Entries to take into a watched stack, and entries to take out of it. */
export interface StackEdits {
  readonly add: Partial<StackLists>;
  readonly remove: Partial<StackLists>;
}

/** The stack after an edit, with where its entries were before; or why it cannot be edited so. */
export type EditedStack =
  { readonly kind: 'edited'; readonly stack: Stack; readonly positions: Positions } | StackFault;

/** What is wrong with lists of a stack; `message` names the field. */
export type StackFault =
  | { readonly kind: 'too_many_items'; readonly message: string }
  | { readonly kind: 'bad_request'; readonly message: string };

/**
 * Removes entries, then adds others at the end of their lists. An entry is removed wherever it stands, and must be there; one
 * that is watched already is not added again, unless it was removed by the same edit, which forgets its baseline.
 */
export function editStack(stack: Stack, { add, remove }: StackEdits): EditedStack {
  const lists: Partial<Record<ListName, readonly Entry[]>> = {};
  const positions: Partial<Record<ListName, readonly (number | undefined)[]>> = {};
  for (const list of LIST_NAMES) {
    const entries: readonly Entry[] = stack[list];
    const missing = unknownRemoval(list, entries, remove[list] ?? []);
    if (missing !== undefined) return missing;
    const gone = new Set((remove[list] ?? []).map(keyOf));
    const kept = entries.flatMap((entry, at) => (gone.has(keyOf(entry)) ? [] : [{ entry, at }]));
    const watched = new Set(kept.map(({ entry }) => keyOf(entry)));
    const added = (add[list] ?? []).filter((entry) => !watched.has(keyOf(entry)));
    lists[list] = [...kept.map(({ entry }) => entry), ...added];
    positions[list] = [...kept.map(({ at }) => at), ...added.map(() => undefined)];
  }
  const edited = { ...(lists as unknown as StackLists), policy: stack.policy };
  return listFault(edited, 'the stack') ?? { kind: 'edited', stack: edited, positions: positions as Positions };
}

/**
 * What is wrong with the sizes of a stack's lists; images count as items.
 * @param what how the message calls the stack
 */
export function listFault(lists: StackLists, what: string): StackFault | undefined {
  const { items, images, cves, packages } = lists;
  if (items.length + images.length + cves.length + packages.length === 0) {
    return { kind: 'bad_request', message: `${what} must hold at least one of ${LIST_NAMES.join(', ')}` };
  }
  const sizes = [
    {
      name: images.length === 0 ? 'items' : 'items and images',
      count: items.length + images.length,
      max: LIMITS.itemsMax,
    },
    { name: 'cves', count: cves.length, max: LIMITS.cvesMax },
    { name: 'packages', count: packages.length, max: LIMITS.packagesMax },
  ];
  const over = sizes.find(({ count, max }) => count > max);
  if (over === undefined) return undefined;
  const { name, count, max } = over;
  return {
    kind: 'too_many_items',
    message: `${name} of ${what} would hold ${count} entries; at most ${max} are allowed`,
  };
}

type Entry = CheckItem | string;

function unknownRemoval(list: ListName, entries: readonly Entry[], remove: readonly Entry[]): StackFault | undefined {
  const watched = new Set(entries.map(keyOf));
  const at = remove.findIndex((entry) => !watched.has(keyOf(entry)));
  if (at < 0) return undefined;
  return {
    kind: 'bad_request',
    message: `remove.${list}[${at}] is not in the watched stack; watch.stack of the last answer holds it`,
  };
}

/** Entries are compared as sent; CVE ids in any case, as they are read. */
function keyOf(entry: Entry): string {
  if (typeof entry !== 'string') return JSON.stringify([entry.product, entry.version]);
  return /^\s*cve-/i.test(entry) ? entry.trim().toUpperCase() : entry;
}
