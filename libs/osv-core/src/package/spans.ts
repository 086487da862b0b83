import type { VersionOrder } from '../order/version-order';
import { isBottom, releaseAt, type PreparedRange } from '../evaluate/range';
import { BEFORE_ALL, type VersionLine } from './version-line';

/** Positions that an advisory affects, both ends included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a range says that a fix came. */
export interface FixPosition {
  readonly position: number;
  /** Null where it came at a bound that is no version. */
  readonly version: string | null;
}

/** The positions that a range holds, computed from its events as `rangeContains` does for one version. */
export function spansOf({ events, limits }: PreparedRange, line: VersionLine): readonly Span[] {
  const last = Math.min(2 * line.length, lastBelow(limits, line));
  const spans: Span[] = [];
  let start: number | undefined;
  const close = (end: number): void => {
    if (start !== undefined && start <= Math.min(end, last)) spans.push({ start, end: Math.min(end, last) });
    start = undefined;
  };
  for (const { kind, key } of events) {
    const position = isBottom(key) ? BEFORE_ALL : line.positionOfNamed(key);
    if (kind === 'i') start ??= Math.max(position, 0);
    else close(kind === 'f' ? position - 1 : position);
  }
  close(last);
  return spans;
}

/** A version has to be below one of the limits, which is below the highest. */
function lastBelow(limits: PreparedRange['limits'], line: VersionLine): number {
  if (limits.length === 0) return Infinity;
  return Math.max(...limits.map((key) => (isBottom(key) ? BEFORE_ALL : line.positionOfNamed(key)))) - 1;
}

/** The fixes of a range in the order of its events. */
export function fixesOf({ events }: PreparedRange, line: VersionLine, order: VersionOrder): readonly FixPosition[] {
  return events.flatMap((event) => {
    if (event.kind !== 'f') return [];
    const position = isBottom(event.key) ? BEFORE_ALL : line.positionOfNamed(event.key);
    return [{ position, version: releaseAt(event, order) }];
  });
}
