import type { VersionOrder } from './order/version-order';
import type { EventKind, VersionRange } from './types';

/** A range with its events sorted and their versions parsed, ready for many questions. */
export interface PreparedRange {
  readonly events: readonly PreparedEvent[];
  /** A version has to be below one of them; empty is no limit. */
  readonly limits: readonly unknown[];
}

interface PreparedEvent {
  readonly kind: EventKind;
  readonly version: string;
  /** The key of the version, or `BOTTOM`. */
  readonly key: unknown;
}

/** The place of version `0` in an event: below every version, also below pre-releases of zero. */
const BOTTOM = Symbol('below every version');

/** On one version what begins precedes what ends (OSV schema, evaluation). */
const RANKS: Readonly<Record<EventKind, number>> = { i: 0, f: 1, l: 2, u: 3 };

/** Sorts the events of a range, whose order in the record means nothing. */
export function prepareRange(range: VersionRange, order: VersionOrder): PreparedRange {
  const events = range
    .map(([kind, version]) => ({ kind, version, key: version === '0' ? BOTTOM : order.parse(version) }))
    .sort((a, b) => compareKeys(a.key, b.key, order) || RANKS[a.kind] - RANKS[b.kind]);
  const limits = events.filter(({ kind }) => kind === 'u');
  if (limits.length === 0) return { events, limits: NO_LIMITS };
  return {
    events: events.filter(({ kind }) => kind !== 'u'),
    limits: limits.some(({ version }) => version === '*') ? NO_LIMITS : limits.map(({ key }) => key),
  };
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

/** The lowest version above this one at which the range says that a fix came, or null. */
export function fixAfter({ events }: PreparedRange, key: unknown, order: VersionOrder): string | null {
  for (const event of events) if (event.kind === 'f' && compareKeys(event.key, key, order) > 0) return event.version;
  return null;
}

function compareKeys(a: unknown, b: unknown, order: VersionOrder): number {
  if (a === BOTTOM) return b === BOTTOM ? 0 : -1;
  return b === BOTTOM ? 1 : order.compare(a, b);
}
