import { coversRelease, isReleased, type Release } from '../ecosystem/distro-release';
import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { orderOf } from '../order/order-of';
import { askedKey, compareVersions, type VersionOrder } from '../order/version-order';
import { fixAfter, heldUntil, prepareRange, rangeContains, type PreparedEvent, type PreparedRange } from './range';
import type { AffectedSpec } from '../advisory/advisory';

/** What is asked of an advisory. */
export interface VersionQuery {
  readonly ecosystem: Ecosystem;
  readonly version: string;
  readonly release: Release | null;
}

/** What one advisory says about one package, parsed. Hold it to ask about many versions. */
export interface PreparedSpec {
  readonly suffix: string | null;
  readonly ranges: readonly PreparedRange[];
  readonly versions: ReadonlySet<string>;
  /** The keys of the listed versions in their order, parsed when first asked for: most answers do without. */
  readonly keys: () => readonly unknown[];
}

/** That a version is affected. */
export interface Verdict {
  /** The lowest fixed version above it, null where no range that holds it names one. */
  readonly fixed: string | null;
  /** Each such version once, lowest first: one for each branch or entry that holds the version. */
  readonly fixedVersions: readonly string[];
  /** The advisory speaks of releases of a distribution and the query names none, so it may not apply. */
  readonly distroUnknown: boolean;
}

/** A verdict with how far it holds. */
export interface HeldVerdict extends Verdict {
  /** The fix below which every version from this one on is affected by the same advisory; null where that is no fix. */
  readonly heldUntil: string | null;
}

/** The keys of an ecosystem's versions, each text parsed once: the advisories of one package name the same versions often. */
export function rememberingParser(ecosystem: Ecosystem): (text: string) => unknown {
  const order = orderOf(ecosystem);
  const keys = new Map<string, unknown>();
  return (text) => {
    let key = keys.get(text);
    if (key === undefined) keys.set(text, (key = order.parse(text)));
    return key;
  };
}

/**
 * Sorts and parses what an advisory says, for `evaluate`.
 * @param parse of the ecosystem's order, for code that prepares many advisories of one package (`rememberingParser`)
 */
export function prepare(
  affected: readonly AffectedSpec[],
  ecosystem: Ecosystem,
  parse?: (text: string) => unknown,
): readonly PreparedSpec[] {
  const order = orderOf(ecosystem);
  const keyOf = parse ?? ((text: string) => order.parse(text));
  return affected.map(({ suffix, ranges: unsorted, versions }) => {
    const ranges = unsorted.map((range) => prepareRange(range, order, keyOf));
    // Most list none, and what is kept of each package is to be small: the collector of memory moves it.
    if (versions.length === 0) return { suffix, ranges, versions: NO_VERSIONS, keys: noKeys };
    const listed = new Set(versions);
    return { suffix, ranges, versions: listed, keys: once(() => [...listed].map(keyOf)) };
  });
}

const NO_VERSIONS: PreparedSpec['versions'] = new Set();
const noKeys: PreparedSpec['keys'] = () => [];

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Whether the advisory affects the version, by the evaluation of the OSV schema: null is no. A version is affected when
 * it is listed (as text, or as the same version in another spelling) or when a range holds it; an entry without
 * either affects nothing. The caller leaves out withdrawn advisories, and may
 * hand in the key of the version where it asks many.
 */
export function evaluate(
  specs: readonly PreparedSpec[],
  query: VersionQuery,
  key: unknown = askedKey(orderOf(query.ecosystem), query.version),
): Verdict | null {
  const held = evaluateHeld(specs, query, key);
  if (held === null) return null;
  const { fixed, fixedVersions, distroUnknown } = held;
  return { fixed, fixedVersions, distroUnknown };
}

/** The same with how far the verdict holds. */
export function evaluateHeld(specs: readonly PreparedSpec[], query: VersionQuery, key: unknown): HeldVerdict | null {
  const order = orderOf(query.ecosystem);
  const holding: PreparedRange[] = [];
  let affected = false;
  let certain = false;
  for (const spec of specs) {
    const applies = appliesTo(spec, query);
    if (applies === 'no') continue;
    const before = holding.length;
    for (const range of spec.ranges) if (rangeContains(range, key, order)) holding.push(range);
    if (holding.length === before && !isListed(spec, query.version, key, order)) continue;
    affected = true;
    certain ||= applies === 'yes';
  }
  if (!affected) return null;
  const { fixed, fixedVersions } = fixesIn(holding, key, order);
  return { fixed, fixedVersions, distroUnknown: !certain, heldUntil: endOf(holding, key, order) };
}

/** Whether what is said of a suffix is about the release asked about; `unknown` where none is named. */
export function appliesTo(
  { suffix }: Pick<PreparedSpec, 'suffix'>,
  { ecosystem, release }: Pick<VersionQuery, 'ecosystem' | 'release'>,
): 'yes' | 'no' | 'unknown' {
  if (suffix === null || !isReleased(ecosystem)) return 'yes';
  if (release === null) return 'unknown';
  return coversRelease(ecosystem, suffix, release) ? 'yes' : 'no';
}

function isListed({ versions, keys }: PreparedSpec, version: string, key: unknown, order: VersionOrder): boolean {
  return versions.has(version) || keys().some((listed) => order.compare(listed, key) === 0);
}

function endOf(holding: readonly PreparedRange[], key: unknown, order: VersionOrder): string | null {
  let last: PreparedEvent | undefined;
  for (const range of holding) {
    const end = heldUntil(range, key, order);
    if (end === null) return null;
    if (last === undefined || order.compare(end.key, last.key) > 0) last = end;
  }
  return last?.version ?? null;
}

function fixesIn(ranges: readonly PreparedRange[], key: unknown, order: VersionOrder) {
  const fixedVersions: string[] = [];
  for (const range of ranges) {
    const fix = fixAfter(range, key, order);
    if (fix !== null && !fixedVersions.includes(fix)) fixedVersions.push(fix);
  }
  if (fixedVersions.length > 1) fixedVersions.sort((a, b) => compareVersions(order, a, b));
  return { fixed: fixedVersions[0] ?? null, fixedVersions };
}

/** A record for which this takes longer keeps what it lists: it comes from a stranger, and nothing depends on it. */
const COMPARISONS_MAX = 1_000_000;

/**
 * The same statement without the listed versions that its own ranges hold anyway, which most of them do: no version is
 * judged differently, and an index stays small. What its order cannot read is kept, since it is known by the list alone.
 */
export function withoutRedundantVersions(spec: AffectedSpec, ecosystem: Ecosystem): AffectedSpec {
  if (spec.ranges.length === 0 || spec.versions.length === 0) return spec;
  const events = spec.ranges.reduce((sum, range) => sum + 1 + range.length, 0);
  if (events * spec.versions.length > COMPARISONS_MAX) return spec;
  const order = orderOf(ecosystem);
  const ranges = spec.ranges.map((range) => prepareRange(range, order));
  const isHeld = (version: string) => {
    const key = order.parse(version);
    return ranges.some((range) => rangeContains(range, key, order));
  };
  return { ...spec, versions: spec.versions.filter((version) => !order.accepts(version) || !isHeld(version)) };
}
