import { priorityOf, type KevPriority } from '@stackcheck/kev-core';
import { VULNERABILITIES_SHOWN_MAX, withFewerShown as withFewerIn } from '@stackcheck/osv-core/report';
import type { UnplannedCheck } from './judge';
import type { CvesReport, ItemResult } from './parts';

/** An item may be two dozen packages. */
const OF_ITEM_SHOWN_MAX = 20;

/** The check as it is answered: the order in which to act of CVEs; of each package only the worst vulnerabilities, with how many there are. */
export function withFewerShown<Check extends UnplannedCheck>(
  check: Check,
  shownMax = VULNERABILITIES_SHOWN_MAX,
): Check {
  const { items, packages } = check;
  const cves = check.cves && Object.assign({}, check.cves, { priority: priorityOfCves(check.cves) });
  const ofItem = (result: ItemResult): ItemResult => {
    if (!result.packages) return result;
    const shown = result.packages.map((each) => (each.checked ? withFewerIn(each, OF_ITEM_SHOWN_MAX) : each));
    return { ...result, packages: shown };
  };
  const results = packages?.results.map((each) => (each.checked ? withFewerIn(each, shownMax) : each)) ?? [];
  return {
    ...check,
    items: items && { ...items, results: items.results.map(ofItem), unknown: items.unknown.map(ofItem) },
    cves,
    packages: packages && { ...packages, results },
  };
}

function priorityOfCves({ results }: CvesReport): readonly KevPriority[] {
  const scores = new Map(results.map(({ resolved, epss }) => [resolved, epss?.score ?? null]));
  return priorityOf(results, (cve) => scores.get(cve) ?? null);
}
