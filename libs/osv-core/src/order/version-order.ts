/**
 * One ecosystem's order of versions. `parse` never fails: it turns any text into a key once, and `compare` orders keys,
 * so that the events of a range are parsed at load time and a query once.
 */
export interface VersionOrder<Key = unknown> {
  /** The ecosystem's term for this scheme, for messages and tests. */
  readonly name: string;
  /** The sort key of a version. Any text has one; texts outside the grammar are placed as the scheme's own tools do. */
  parse(text: string): Key;
  /** -1, 0 or 1. Zero means that the ecosystem itself calls the two the same version. */
  compare(a: Key, b: Key): number;
  /** Whether the text is a concrete version: no range, branch, floating tag or placeholder. */
  accepts(text: string): boolean;
  /**
   * Whether a text that is not accepted may be what records list all the same. Its place among versions says nothing: it is known
   * only where it is listed. Absent: none is.
   */
  mayBeListed?(text: string): boolean;
  /**
   * A version without what advisories never speak of: of PEP 440 the local label, since `<=1.0` and `==1.0` hold `1.0+cpu`, too. Absent:
   * there is no such part.
   */
  withoutLabel?(text: string): string;
  /** Whether a text bounds ranges and is no version that anybody released: `1.22.0-0`, the lowest of all from there on. Absent: none is. */
  isBound?(text: string): boolean;
  /** True where only equality means something: of two different versions none is the later. */
  readonly unordered?: true;
}

/** The key of a version that is held against what advisories say. */
export function askedKey(order: VersionOrder, version: string): unknown {
  return order.parse(order.withoutLabel?.(version) ?? version);
}

/** Orders two versions given as text: -1, 0 or 1. */
export function compareVersions(order: VersionOrder, a: string, b: string): number {
  return order.compare(order.parse(a), order.parse(b));
}
