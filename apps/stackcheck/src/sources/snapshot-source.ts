import type { OutcomeSnapshot } from '@stackcheck/report';
import type { Stack } from '@stackcheck/stack-core';
import type { DataFolder } from '../data/data-folder';
import { openDataset, type OpenDataset } from '../data/open-dataset';
import type { LocalData, Source } from '../stack/source';
import { localSource } from './local-source';

/** Days after which data are refused unless more is allowed. */
export const MAX_AGE_HOURS = 48;

/** Judges by the snapshots of a data folder: proven, without network. */
export function snapshotSource(folder: DataFolder, now: () => number, maxAgeHours = MAX_AGE_HOURS): Source {
  let opened: OpenDataset<'eol'> | undefined;
  const limit = () => ({ nowMs: now(), maxAgeHours });
  const openEol = () => (opened ??= openDataset(folder, 'eol', limit()));
  return localSource({
    kind: 'snapshot',
    now,
    openEol: () => openEol().index,
    open: ({ policy, items, images, cves, packages }) => {
      const isEmpty = items.length + images.length + cves.length + packages.length === 0;
      return isEmpty ? { data: {}, snapshots: [] } : openAll(folder, openEol(), policy, limit());
    },
  });
}

/** All that a stack may need: the joins between them make an answer complete. */
function openAll(
  folder: DataFolder,
  eol: OpenDataset<'eol'>,
  { epss_min: threshold }: Stack['policy'],
  limit: { readonly nowMs: number; readonly maxAgeHours: number },
): { readonly data: Partial<LocalData>; readonly snapshots: readonly OutcomeSnapshot[] } {
  const kev = openDataset(folder, 'kev', limit);
  const osv = openDataset(folder, 'osv', limit);
  const epss = threshold === undefined ? undefined : openDataset(folder, 'epss', limit);
  return {
    data: { eol: eol.index, kev: kev.index, osv: osv.index, ...(epss && { epss: epss.index }) },
    snapshots: [eol, kev, osv, ...(epss ? [epss] : [])].map(({ snapshot }) => snapshot),
  };
}
