import { evaluate, type PreparedSpec, type VersionQuery } from './evaluate';
import { orderOf } from './order/order-of';
import { compareVersions } from './order/version-order';

/**
 * The lowest version, not below the one asked about, that none of the advisories affects, as far as their fixes say:
 * the highest fix that the version needs is tried until nothing affects it. Null where an advisory that affects one
 * on the way names no fix. `advisories` are all of the package that may count: none withdrawn, malware included.
 */
export function minimumSafe(advisories: readonly (readonly PreparedSpec[])[], query: VersionQuery): string | null {
  const order = orderOf(query.ecosystem);
  let version = query.version;
  // Each round moves up to the fix of an event, so the rounds end; the bound is for records that contradict themselves.
  for (let round = 0; round <= ROUNDS_MAX; round++) {
    const asked = { ...query, version };
    const key = order.parse(version);
    const fixes = new Set<string>();
    for (const specs of advisories) {
      const verdict = evaluate(specs, asked, key);
      if (verdict === null) continue;
      if (verdict.fixed === null) return null;
      fixes.add(verdict.fixed);
    }
    const [needed] = [...fixes].sort((a, b) => compareVersions(order, b, a));
    if (needed === undefined) return version;
    version = needed;
  }
  return null;
}

const ROUNDS_MAX = 1000;
