import type { DatasetIndexes } from '@stackcheck/datasets/registry';
import type { Stack } from '@stackcheck/stack-core';
import { itemPurls } from '@stackcheck/stack-core/packages';
import type { MetaDeps, PinnedSnapshot, QueryDataset, QueryDeps } from '../query/query';
import { stackMeta, type PartMetas, type StackMeta } from './stack-meta';

/** The snapshots that a stack is checked against; undefined where its lists need none. */
export interface StackSnapshots {
  readonly eol: PinnedSnapshot<DatasetIndexes['eol']> | undefined;
  readonly kev: PinnedSnapshot<DatasetIndexes['kev']> | undefined;
  readonly osv: PinnedSnapshot<DatasetIndexes['osv']> | undefined;
  readonly epss: PinnedSnapshot<DatasetIndexes['epss']> | undefined;
}

/**
 * Only the datasets of lists that are not empty must be there; release cycles and the catalogue of exploited vulnerabilities are
 * joined to packages where they can be sold, and advisories to items that are packages and to CVEs; the verdict says where they are
 * absent, and of CVEs the answer. So it is with scores, where the policy has a threshold of them.
 * @throws ServiceError `dataset_unavailable` or `stale_data`
 */
export function snapshotsFor({ items, images, cves, packages, policy }: Stack, deps: QueryDeps): StackSnapshots {
  const asked = items.length + images.length > 0 ? deps.data('eol') : undefined;
  const purls = asked === undefined ? [] : purlsIn(asked.index, items);
  const mayAsk = purls.length > 0 || cves.length > 0;
  const osv = packages.length > 0 ? deps.data('osv') : mayAsk ? deps.peek('osv') : undefined;
  const eol = asked ?? (packages.length > 0 ? deps.peek('eol') : undefined);
  const kev = cves.length > 0 ? deps.data('kev') : osv && deps.peek('kev');
  const epss = policy.epss_min === undefined ? undefined : deps.peek('epss');
  return { eol, kev, osv, epss };
}

/** The package versions that items are. */
export function purlsIn(
  { products: index, packages }: DatasetIndexes['eol'],
  items: Stack['items'],
): readonly string[] {
  return itemPurls({ index, packages }, items);
}

/** Those that are there, in the order in which they are named. */
export function partsOf(snapshots: StackSnapshots): readonly QueryDataset[] {
  return (['eol', 'kev', 'osv', 'epss'] as const).filter((id) => snapshots[id] !== undefined);
}

/** The joint metadata of a check of this stack. */
export function metaOfStack(stack: Stack, deps: MetaDeps): StackMeta {
  const { eol, kev, osv, epss } = snapshotsFor(stack, deps);
  const parts: PartMetas = {
    ...(eol ? { eol: deps.metaOf('eol', stack.images.length > 0 ? 'image' : undefined) } : {}),
    ...(kev ? { kev: deps.metaOf('kev') } : {}),
    ...(osv ? { osv: deps.metaOf('osv') } : {}),
    ...(epss ? { epss: deps.metaOf('epss') } : {}),
  };
  return stackMeta(parts, deps);
}
