import { evaluateHeld, type HeldVerdict, type VersionQuery } from '../evaluate/evaluate';
import { misfit } from '../order/advisable';
import { orderOf } from '../order/order-of';
import { askedKey, type VersionOrder } from '../order/version-order';
import { PackageJudge, type JudgedAdvisory } from '../package/package-judge';

/**
 * The lowest version from the one asked about on that no standing advisory affects: the version itself, or one that any
 * advisory names, as fixed, as listed or otherwise; not a pre-release or one of another flavour
 * where a later release of its line would do (`order/advisable.ts`). Null only where all of them are affected. `advisories` are all of the
 * package, malware and withdrawn ones included: the latter affect nothing, and name versions all the same.
 * @param verdicts on the version asked about, where the caller has them, in the order of the advisories
 * @param judgeOf gives what judges the whole package, where the caller may have it
 */
export function minimumSafe(
  advisories: readonly JudgedAdvisory[],
  query: VersionQuery,
  verdicts?: readonly (HeldVerdict | null)[],
  judgeOf: () => PackageJudge = () => new PackageJudge(advisories, query.ecosystem),
): string | null {
  const order = orderOf(query.ecosystem);
  let version = query.version;
  let judged: Iterable<HeldVerdict | null> | undefined = verdicts;
  // What holds the version up to a fix holds everything in between, so the highest of such fixes is the next to try. Each
  // round moves up to the fix of an event, so the rounds end; the bound is for records that contradict themselves.
  for (let round = 0; round <= ROUNDS_MAX; round++) {
    const ends = new Set<string>();
    for (const verdict of judged ?? verdictsOn(version, advisories, query, order)) {
      if (verdict === null) continue;
      // A range that ends in any other way says nothing about what comes after it: look through all that are named.
      if (verdict.heldUntil === null) return judgeOf().minimumSafe(query, askedKey(order, query.version));
      ends.add(verdict.heldUntil);
    }
    const needed = highest(ends, order);
    if (needed === undefined) {
      // What is safe first may be a pre-release, or of another flavour: then all that are named are looked through.
      const suits = version === query.version || misfit(query.ecosystem, query.version)(version) === 0;
      return suits ? version : judgeOf().minimumSafe(query, askedKey(order, query.version));
    }
    version = needed;
    judged = undefined;
  }
  return null;
}

const ROUNDS_MAX = 1000;

function* verdictsOn(
  version: string,
  advisories: readonly JudgedAdvisory[],
  query: VersionQuery,
  order: VersionOrder,
): Generator<HeldVerdict | null> {
  const asked = { ...query, version };
  const key = askedKey(order, version);
  for (const { specs, advisory } of advisories)
    yield advisory.withdrawn === null ? evaluateHeld(specs, asked, key) : null;
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
