import type { CooperativeTask } from '@stackcheck/datasets/tasks';
import { parseCves } from '@stackcheck/kev-core';
import type { Stack } from '@stackcheck/stack-core';
import type { RemovedEntries, StackLists } from '@stackcheck/stack-core/watch';
import type { QueryDataset, QueryDeps } from '../query/query';
import { checkLeftSteps } from './check-steps';

/**
 * How the entries that a request takes out of a watched stack stand today. A list whose dataset is not at hand is left out: what
 * is no longer of interest is no reason to refuse an answer.
 */
export function* checkRemoved(removed: StackLists, stack: Stack, deps: QueryDeps): CooperativeTask<RemovedEntries> {
  const lists = checkableOf(removed, deps);
  const { items, images, cves, packages } = lists;
  if (items.length + images.length + cves.length + packages.length === 0) return { lists: removed, check: null };
  // They were accepted once, however many advisories their packages have come to have.
  const check = yield* checkLeftSteps({ ...lists, policy: stack.policy }, deps);
  return { lists: removed, check };
}

/** The stack with those of the removed entries that were checked, too: an answer about both is from the data of both. */
export function withRemoved(stack: Stack, removed: StackLists, deps: QueryDeps): Stack {
  const { items, images, cves, packages } = checkableOf(removed, deps);
  return {
    ...stack,
    items: [...stack.items, ...items],
    images: [...stack.images, ...images],
    cves: [...stack.cves, ...cves],
    packages: [...stack.packages, ...packages],
  };
}

function checkableOf({ items, images, cves, packages }: StackLists, { peek }: QueryDeps): StackLists {
  const where = <Entry>(id: QueryDataset, list: readonly Entry[]): readonly Entry[] =>
    list.length > 0 && peek(id) !== undefined ? list : [];
  return {
    items: where('eol', items),
    images: where('eol', images),
    cves: 'fault' in parseCves(cves) ? [] : where('kev', cves),
    packages: where('osv', packages),
  };
}
