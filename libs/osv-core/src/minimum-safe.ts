import { evaluate, type PreparedSpec, type Verdict, type VersionQuery } from './evaluate';
import { orderOf } from './order/order-of';
import type { VersionOrder } from './order/version-order';

/**
 * The lowest version, not below the one asked about, that none of the advisories affects, as far as their fixes say:
 * the highest fix that the version needs is tried until nothing affects it. Null where an advisory that affects one
 * on the way names no fix. `advisories` are all of the package that may count: none withdrawn, malware included.
 * @param verdicts on the version asked about, where the caller has them, in the order of the advisories
 */
export function minimumSafe(
  advisories: readonly (readonly PreparedSpec[])[],
  query: VersionQuery,
  verdicts?: readonly (Verdict | null)[],
): string | null {
  const order = orderOf(query.ecosystem);
  let version = query.version;
  let judged = verdicts;
  // Each round moves up to the fix of an event, so the rounds end; the bound is for records that contradict themselves.
  for (let round = 0; round <= ROUNDS_MAX; round++) {
    const fixes = new Set<string>();
    for (const verdict of judged ?? verdictsOn(version, advisories, query, order)) {
      if (verdict === null) continue;
      if (verdict.fixed === null) return null;
      fixes.add(verdict.fixed);
    }
    const needed = highest(fixes, order);
    if (needed === undefined) return version;
    version = needed;
    judged = undefined;
  }
  return null;
}

const ROUNDS_MAX = 1000;

function* verdictsOn(
  version: string,
  advisories: readonly (readonly PreparedSpec[])[],
  query: VersionQuery,
  order: VersionOrder,
): Generator<Verdict | null> {
  const asked = { ...query, version };
  const key = order.parse(version);
  for (const specs of advisories) yield evaluate(specs, asked, key);
}

/** Each version is parsed once. */
function highest(versions: Iterable<string>, order: VersionOrder): string | undefined {
  let best: { readonly version: string; readonly key: unknown } | undefined;
  for (const version of versions) {
    const key = order.parse(version);
    if (best === undefined || order.compare(key, best.key) > 0) best = { version, key };
  }
  return best?.version;
}
