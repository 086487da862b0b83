import type { VersionOrder } from '../order/version-order';
import type { EventKind, VersionRange } from '../advisory/advisory';

/** A range with its events sorted and their versions parsed, ready for many questions. */
export interface PreparedRange {
  readonly events: readonly PreparedEvent[];
  /** A version has to be below one of them; empty is no limit. */
  readonly limits: readonly unknown[];
}

/** One event, its version parsed. */
export interface PreparedEvent {
  readonly kind: EventKind;
  readonly version: string;
  /** The key of the version, or `BOTTOM`. */
  readonly key: unknown;
}

/** The place of version `0` in an event: below every version, also below pre-releases of zero. */
const BOTTOM = Symbol('below every version');

/** Whether a key of an event is below every version. */
export function isBottom(key: unknown): boolean {
  return key === BOTTOM;
}

/** On one version what begins precedes what ends (OSV schema, evaluation). */
const RANKS: Readonly<Record<EventKind, number>> = { i: 0, f: 1, l: 2, u: 3 };

/**
 * Sorts the events of a range, whose order in the record means nothing.
 * @param parse of the order, unless the caller remembers what it gave
 */
export function prepareRange(
  range: VersionRange,
  order: VersionOrder,
  parse: (text: string) => unknown = (text) => order.parse(text),
): PreparedRange {
  const events: PreparedEvent[] = [];
  let isSorted = true;
  let isLimited = false;
  for (const [kind, version] of range) {
    const event: PreparedEvent = { kind, version, key: version === '0' ? BOTTOM : parse(version) };
    const before = events[events.length - 1];
    if (before !== undefined && compareEvents(before, event, order) > 0) isSorted = false;
    if (kind === 'u') isLimited = true;
    events.push(event);
  }
  // Nearly all are in order as they are written.
  if (!isSorted) events.sort((a, b) => compareEvents(a, b, order));
  if (!isLimited) return { events, limits: NO_LIMITS };
  const limits = events.filter(({ kind }) => kind === 'u');
  return {
    events: events.filter(({ kind }) => kind !== 'u'),
    limits: limits.some(({ version }) => version === '*') ? NO_LIMITS : limits.map(({ key }) => key),
  };
}

function compareEvents(a: PreparedEvent, b: PreparedEvent, order: VersionOrder): number {
  return compareKeys(a.key, b.key, order) || RANKS[a.kind] - RANKS[b.kind];
}

const NO_LIMITS: PreparedRange['limits'] = [];

/** Whether the range holds the version with this key. */
export function rangeContains({ events, limits }: PreparedRange, key: unknown, order: VersionOrder): boolean {
  let inside = false;
  for (const event of events) {
    const sign = compareKeys(event.key, key, order);
    if (sign > 0) break;
    if (event.kind === 'i') inside = true;
    else if (event.kind === 'f' || sign < 0) inside = false;
  }
  return inside && (limits.length === 0 || limits.some((limit) => compareKeys(key, limit, order) < 0));
}

/** The lowest version above this one at which the range says that a fix came, or null; of a bound nobody knows which that is. */
export function fixAfter({ events }: PreparedRange, key: unknown, order: VersionOrder): string | null {
  for (const event of events) {
    if (event.kind === 'f' && compareKeys(event.key, key, order) > 0) return releaseAt(event, order);
  }
  return null;
}

/** The version of an event, null where it is only a bound. */
export function releaseAt({ version }: PreparedEvent, order: VersionOrder): string | null {
  return order.isBound?.(version) === true ? null : version;
}

/**
 * The fix up to which a range that holds the version holds every version, or null where it ends otherwise: with a last
 * affected version, at a limit, at a bound that is no version, or never.
 */
export function heldUntil({ events, limits }: PreparedRange, key: unknown, order: VersionOrder): PreparedEvent | null {
  if (limits.length > 0) return null;
  for (const event of events) {
    if (event.kind === 'i' || compareKeys(event.key, key, order) < 0) continue;
    return event.kind === 'f' && releaseAt(event, order) !== null ? event : null;
  }
  return null;
}

function compareKeys(a: unknown, b: unknown, order: VersionOrder): number {
  if (a === BOTTOM) return b === BOTTOM ? 0 : -1;
  return b === BOTTOM ? 1 : order.compare(a, b);
}
