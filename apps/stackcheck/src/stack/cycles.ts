import type { CycleInUse, FindingPlace } from '@stackcheck/report';
import type { EolCycle } from '@stackcheck/eol-core';
import type { StackRef } from '@stackcheck/stack-core/watch';
import type { Judged } from './source';
import type { Components } from './components';

/** The release cycles that a stack uses, each once with every place, by product and then as they were found. */
export function cyclesInUse(parts: readonly Judged[], components: Pick<Components, 'namedAt'>): readonly CycleInUse[] {
  const cycles = new Map<string, Omit<CycleInUse, 'places'> & { readonly places: FindingPlace[] }>();
  const add = (product: string, label: string, match: EolCycle, ref: StackRef): void => {
    const key = `${product}\0${match.cycle}`;
    const known = cycles.get(key) ?? { ...toCycle(product, label, match), places: [] };
    known.places.push(...components.namedAt(ref).places);
    cycles.set(key, known);
  };
  for (const { check, wholeRef } of parts) {
    for (const [index, item] of (check.items?.results ?? []).entries()) {
      if (item.found) add(item.resolved, item.label, item.match, wholeRef(`items/${index}`));
    }
    for (const [index, image] of (check.images?.results ?? []).entries()) {
      if (!image.found) continue;
      for (const part of image.components) {
        const { resolved, label = resolved, match } = part;
        if (resolved && label && match) add(resolved, label, match, wholeRef(`images/${index}`));
      }
    }
    for (const [index, { lifecycle }] of (check.packages?.results ?? []).entries()) {
      if (!lifecycle || lifecycle.status === 'unknown') continue;
      add(lifecycle.product, lifecycle.label, lifecycle, wholeRef(`packages/${index}`));
    }
  }
  return [...cycles.values()].sort((a, b) => compare(a.product, b.product) || compare(a.cycle, b.cycle));
}

function toCycle(product: string, label: string, match: EolCycle): Omit<CycleInUse, 'places'> {
  return {
    product,
    label,
    cycle: match.cycle,
    released: match.release_date,
    active_until: match.support_until,
    ends: match.eol,
    extended_until: match.extended_support_until,
    status: match.status,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
