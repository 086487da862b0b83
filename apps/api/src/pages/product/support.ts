import type { EolCycle } from '@stackcheck/eol-core';
import type { SupportCycle } from '@stackcheck/pictures';

/** A cycle as it is drawn. */
export function supportOf(cycle: EolCycle): SupportCycle {
  return {
    name: nameOf(cycle),
    released: cycle.release_date,
    activeUntil: cycle.support_until,
    ends: cycle.eol,
    extendedUntil: cycle.extended_support_until,
    isOver: cycle.status === 'eol',
  };
}

/** The name of a cycle with its code name and whether it is a long-term one. */
export function nameOf({ cycle, codename, is_lts: isLts }: EolCycle): string {
  return [cycle, codename === null ? '' : `“${codename}”`, isLts ? 'LTS' : ''].filter(Boolean).join(' ');
}

const DRAWN_MIN = 6;
const DRAWN_MAX = 16;

/** Those worth a drawing, in their order: all that is supported, and what ended last. The table has all. */
export function drawnCycles(cycles: readonly EolCycle[]): readonly EolCycle[] {
  const alive = cycles.filter(({ status }) => status !== 'eol').slice(0, DRAWN_MAX);
  const count = Math.min(DRAWN_MAX, Math.max(DRAWN_MIN, alive.length + 3));
  const ended = cycles.filter(({ status }) => status === 'eol').slice(0, count - alive.length);
  const drawn = new Set([...alive, ...ended]);
  return cycles.filter((cycle) => drawn.has(cycle));
}

/** The name by which an element of a page refers to a cycle. */
export function anchorOf(cycle: string): string {
  return `c-${cycle.replace(/[^\w-]+/g, '_')}`;
}
