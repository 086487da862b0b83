import type { PreparedSpec } from '../evaluate/evaluate';
import type { VersionOrder } from '../order/version-order';
import { isBottom, releaseAt } from '../evaluate/range';

/** A version that a record names, parsed. */
export interface NamedVersion {
  readonly version: string;
  readonly key: unknown;
}

/**
 * The versions that a record names and that somebody could move to: fixes first, then what it lists, then the other ends of its
 * ranges. Bounds that no release bears are left out: `0`, and `1.22.0-0`, the lowest pre-release that could be.
 */
export function* versionsNamedIn(spec: PreparedSpec, order: VersionOrder): Generator<NamedVersion> {
  const events = spec.ranges.flatMap((range) => range.events).filter(({ key }) => !isBottom(key));
  for (const event of events) if (event.kind === 'f' && releaseAt(event, order) !== null) yield event;
  const keys = spec.keys();
  let at = 0;
  for (const version of spec.versions) {
    const key = keys[at++];
    if (order.accepts(version)) yield { version, key };
  }
  for (const event of events) {
    if (event.kind !== 'f' && order.accepts(event.version) && !event.version.endsWith('-0')) yield event;
  }
}

/** Every key in what some specs say, named or not. */
export function* keysIn(specs: readonly PreparedSpec[]): Generator<unknown> {
  for (const { ranges, keys } of specs) {
    for (const { events, limits } of ranges) {
      for (const { key } of events) if (!isBottom(key)) yield key;
      for (const key of limits) if (!isBottom(key)) yield key;
    }
    yield* keys();
  }
}
