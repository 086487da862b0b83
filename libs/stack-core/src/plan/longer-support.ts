import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { MovedResult } from './move';

/** How long something is supported. */
interface Support {
  /** A cycle, or an image reference. */
  readonly name: string;
  /** Null where no end is known. */
  readonly until: CalendarDate | null;
}

/**
 * That a step leads elsewhere than the reasons advise, as a clause: a step is the smallest that clears them, their advice the nearest
 * cycle that has half a year left. Undefined where both are the same, and where they end alike.
 * @param from the answer about what was sent
 * @param to the answer about what it is moved to
 */
export function longerSupport(from: MovedResult, to: MovedResult): string | undefined {
  const [advised, reached] = [advisedFor(from), supportOf(to)];
  if (advised === undefined || reached === undefined || advised.name === reached.name) return undefined;
  if (advised.until === reached.until) return undefined;
  if (endsSooner(advised, reached)) return `the nearest, ${advised.name}, ends on ${advised.until}`;
  return `it is the smallest such move and ${untilOf(reached)}, ${advised.name} ${untilOf(advised)}`;
}

/** One without a known end ends after all others. */
function endsSooner(one: Support, other: Support): boolean {
  return one.until !== null && (other.until === null || one.until < other.until);
}

function untilOf({ until }: Support): string {
  return until === null ? 'has no known end' : `lasts until ${until}`;
}

function advisedFor(result: MovedResult): Support | undefined {
  if ('image' in result) {
    const nearest = (result.found ? result.upgrade?.nearest : null) ?? null;
    return nearest === null ? undefined : { name: nearest.image, until: firstEnd(nearest.components) };
  }
  const nearest = cycleIn(result)?.upgrade?.nearest ?? null;
  return nearest === null ? undefined : { name: nearest.cycle, until: nearest.eol };
}

function supportOf(result: MovedResult): Support | undefined {
  if ('image' in result) {
    const cycles = result.found ? result.components.flatMap(({ match }) => match ?? []) : [];
    return { name: result.image, until: firstEnd(cycles) };
  }
  const known = cycleIn(result);
  return known === undefined ? undefined : { name: known.cycle, until: known.eol };
}

function cycleIn(result: Exclude<MovedResult, { readonly image: string }>) {
  if ('purl' in result) return result.lifecycle !== null && 'cycle' in result.lifecycle ? result.lifecycle : undefined;
  return result.found ? { upgrade: result.upgrade, ...result.match } : undefined;
}

function firstEnd(cycles: readonly { readonly eol: CalendarDate | null }[]): CalendarDate | null {
  const ends = cycles.flatMap(({ eol }) => eol ?? []).sort();
  return ends[0] ?? null;
}
