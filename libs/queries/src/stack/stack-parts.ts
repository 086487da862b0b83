import type { DatasetIndexes } from '@stackcheck/datasets';
import type { StackLists } from '@stackcheck/stack-core/watch';
import type { MetaDeps, PinnedSnapshot, QueryDataset, QueryDeps } from '../query/query';
import { stackMeta, type PartMetas, type StackMeta } from './stack-meta';

/** The snapshots that a stack is checked against; undefined where its lists need none. */
export interface StackSnapshots {
  readonly eol: PinnedSnapshot<DatasetIndexes['eol']> | undefined;
  readonly kev: PinnedSnapshot<DatasetIndexes['kev']> | undefined;
  readonly osv: PinnedSnapshot<DatasetIndexes['osv']> | undefined;
}

/**
 * Only the datasets of lists that are not empty must be there; the catalogue of exploited vulnerabilities is joined to packages
 * where it can be sold, and its absence is told by the verdict.
 * @throws ServiceError `dataset_unavailable` or `stale_data`
 */
export function snapshotsFor({ items, images, cves, packages }: StackLists, deps: QueryDeps): StackSnapshots {
  const eol = items.length + images.length > 0 ? deps.data('eol') : undefined;
  const osv = packages.length > 0 ? deps.data('osv') : undefined;
  const kev = cves.length > 0 ? deps.data('kev') : osv && deps.peek('kev');
  return { eol, kev, osv };
}

/** Those that are there, in the order in which they are named. */
export function partsOf(snapshots: StackSnapshots): readonly QueryDataset[] {
  return (['eol', 'kev', 'osv'] as const).filter((id) => snapshots[id] !== undefined);
}

/** The joint metadata of a check of these lists. */
export function metaOfLists(lists: StackLists, deps: MetaDeps): StackMeta {
  const { eol, kev, osv } = snapshotsFor(lists, deps);
  const parts: PartMetas = {
    ...(eol ? { eol: deps.metaOf('eol', lists.images.length > 0 ? 'image' : undefined) } : {}),
    ...(kev ? { kev: deps.metaOf('kev') } : {}),
    ...(osv ? { osv: deps.metaOf('osv') } : {}),
  };
  return stackMeta(parts, deps);
}
