import type { AdvisorySource } from './advisory-source';
import type { PurlReport, PurlResult, UncheckedPurl } from './check-result';
import type { AskedPurl } from './checked-purl';
import { judgedPackage, packageKey, type JudgedPackage, type JudgingOptions } from './judged-package';
import { readingsOf } from './readings';

/** What a batch of purls is checked with. */
export interface PurlCheckOptions<Kev, Epss = never> extends JudgingOptions<Kev, Epss> {
  /** Called for each package with its answers, while its advisories are at hand to be held against other versions. */
  readonly whileAtHand?:
    ((results: readonly PurlResult<Kev, Epss>[], judged: JudgedPackage<Kev, Epss>) => Generator<void>) | undefined;
}

/**
 * Judges package versions by their purls, in their order (`POST /v1/osv/check`). A purl that cannot
 * be asked about is an entry with a reason, never one without vulnerabilities, and a package that no advisory names is
 * unlisted, never clean: it may not even exist. Each package's vulnerabilities are sorted:
 * malware, known exploited ones, then from the worst, then by id; withdrawn ones come last.
 */
export function checkPurls<Kev = never, Epss = never>(
  source: AdvisorySource,
  purls: readonly string[],
  options: PurlCheckOptions<Kev, Epss> = {},
): PurlReport<Kev, Epss> {
  const steps = checkPurlsInSteps(source, purls, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `checkPurls` in steps, so that a batch with tens of thousands of advisories need not keep others waiting. */
export function* checkPurlsInSteps<Kev = never, Epss = never>(
  source: AdvisorySource,
  purls: readonly string[],
  options: PurlCheckOptions<Kev, Epss> = {},
): Generator<void, PurlReport<Kev, Epss>> {
  const results: PurlResult<Kev, Epss>[] = [];
  // Package by package: one that a batch asks about in many versions is read and prepared once, and let go before the next.
  const packages = new Map<string, AskedPurl[]>();
  for (const [index, query] of readingsOf(purls).entries()) {
    const purl = purls[index] as string;
    if (!query.ok) {
      results[index] = { index, purl, checked: false, reason: query.reason };
      continue;
    }
    const key = packageKey(query);
    const asked = packages.get(key);
    if (asked === undefined) packages.set(key, [{ index, purl, query }]);
    else asked.push({ index, purl, query });
  }
  for (const asked of inOrder(packages, options.whileAtHand !== undefined)) {
    const [{ query }] = asked as [AskedPurl];
    const judged = yield* judgedPackage(source, query, options);
    for (const one of asked) {
      results[one.index] = judged.answer(one);
      yield;
    }
    if (options.whileAtHand === undefined) continue;
    yield* options.whileAtHand(
      asked.map(({ index }) => results[index] as PurlResult<Kev, Epss>),
      judged,
    );
  }
  return reportOf(results);
}

/**
 * Packages that are stored side by side one after another, so that a source unpacks what holds them once. In the order of the batch where
 * more is asked of each, since a budget may end before the last.
 */
function inOrder(packages: ReadonlyMap<string, AskedPurl[]>, asSent: boolean): Iterable<AskedPurl[]> {
  if (asSent) return packages.values();
  return [...packages.keys()].sort().map((key) => packages.get(key) as AskedPurl[]);
}

function reportOf<Kev, Epss>(results: readonly PurlResult<Kev, Epss>[]): PurlReport<Kev, Epss> {
  const unresolved = results.filter((result): result is UncheckedPurl => !result.checked);
  const vulnerable = results.filter((result) => result.checked && result.vulnerable).length;
  const unlisted = results.filter((result) => result.checked && !result.known_package).length;
  return {
    count: results.length,
    vulnerable,
    clean: results.length - vulnerable - unlisted - unresolved.length,
    unlisted,
    malware: results.filter((result) => result.checked && result.malware).length,
    unresolved_count: unresolved.length,
    results,
    unresolved,
  };
}
