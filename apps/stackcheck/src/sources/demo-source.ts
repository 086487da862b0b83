import { STARTERS, type StarterIndex } from '@stackcheck/datasets/starters';
import type { OutcomeSnapshot } from '@stackcheck/report';
import type { Stack } from '@stackcheck/stack-core';
import { localSource } from './local-source';
import type { LocalData, Source } from '../stack/source';

const HOUR_MS = 3_600_000;

/** The embedded selections: a few widely known products and advisories, to try the program with. What they lack is unknown. */
export function demoSource(now: () => number): Source {
  return localSource({
    kind: 'demo',
    now,
    open: (stack) => openStarters(stack, now()),
    openEol: () => STARTERS.eol().index,
  });
}

function openStarters(
  { policy }: Stack,
  nowMs: number,
): { readonly data: Partial<LocalData>; readonly snapshots: readonly OutcomeSnapshot[] } {
  const snapshots: OutcomeSnapshot[] = [];
  const open = <Index>(dataset: string, { asOf, index }: StarterIndex<Index>): Index => {
    snapshots.push({
      dataset,
      snapshot_id: `${dataset}-starter`,
      as_of: asOf,
      age_hours: Math.max(0, Math.floor((nowMs - Date.parse(asOf)) / HOUR_MS)),
      key_id: 'none',
      starter: true,
    });
    return index;
  };
  const data: Partial<LocalData> = {
    eol: open('eol', STARTERS.eol()),
    kev: open('kev', STARTERS.kev()),
    osv: open('osv', STARTERS.osv()),
    ...(policy.epss_min !== undefined && { epss: open('epss', STARTERS.epss()) }),
  };
  return { data, snapshots };
}
