import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { checkCves, kevAmong, parseCves, type KevEntryView, type KevIndex, type KevReport } from '@stackcheck/kev-core';
import { checkPurlsInSteps, type AdvisorySource } from '@stackcheck/osv-core';
import { VULNERABILITIES_SHOWN_MAX } from '@stackcheck/osv-core/report';
import type { Stack } from '../stack';
import { checkStackImages, checkStackItems, type EolSource } from './check-items';
import { judge, type StackCheck } from './judge';
import type { PackagesReport } from './parts';

/** The snapshots that a stack is checked against; one is needed for each list that is not empty. */
export interface StackSources {
  readonly eol?: EolSource | undefined;
  /** In addition to the CVEs asked about, the catalogue is joined to packages where it is available. */
  readonly kev?: KevIndex | undefined;
  readonly osv?: AdvisorySource | undefined;
}

/**
 * Checks a whole stack on a day and judges it by its policy. Every vulnerability of a package is in the answer, however many
 * there are (see `withFewerShown`).
 * @throws Error when a list is not empty and its source is missing, or a CVE id is misspelt: the caller answers that before
 */
export function checkStack(stack: Stack, sources: StackSources, today: CalendarDate): StackCheck {
  const steps = checkStackInSteps(stack, sources, today);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `checkStack` in steps, for packages with tens of thousands of advisories. */
export function* checkStackInSteps(
  stack: Stack,
  { eol, kev, osv }: StackSources,
  today: CalendarDate,
): Generator<void, StackCheck> {
  const { items, images, cves, packages, policy } = stack;
  const checked =
    packages.length === 0 ? null : yield* checkStackPackages(needed(osv, 'packages'), packages, kev, today);
  return judge(
    {
      items: items.length === 0 ? null : checkStackItems(needed(eol, 'items'), items, policy, today),
      images: images.length === 0 ? null : checkStackImages(needed(eol, 'images'), images, policy, today),
      cves: cves.length === 0 ? null : checkStackCves(needed(kev, 'cves'), cves, today),
      packages: checked,
      kevKnown: kev?.complete === true,
    },
    policy,
  );
}

function checkStackCves(catalogue: KevIndex, cves: readonly string[], today: CalendarDate): KevReport {
  const batch = parseCves(cves);
  if ('fault' in batch) throw new Error(batch.fault);
  return checkCves(catalogue, batch.cves, today);
}

function checkStackPackages(
  source: AdvisorySource,
  purls: readonly string[],
  catalogue: KevIndex | undefined,
  today: CalendarDate,
): Generator<void, PackagesReport> {
  const kevOf = catalogue === undefined ? undefined : (ids: readonly string[]) => kevAmong(catalogue, ids, today);
  return checkPurlsInSteps<KevEntryView>(source, purls, { kevOf, shownMax: Infinity });
}

function needed<Source>(source: Source | undefined, list: string): Source {
  if (source === undefined) throw new Error(`the dataset of ${list} is not at hand`);
  return source;
}

/** The check as it is answered: of each package only the worst vulnerabilities, with how many there are. */
export function withFewerShown(check: StackCheck, shownMax = VULNERABILITIES_SHOWN_MAX): StackCheck {
  const { packages } = check;
  if (packages === null) return check;
  const results = packages.results.map((result) =>
    result.checked && result.vulnerabilities.length > shownMax
      ? { ...result, vulnerabilities: result.vulnerabilities.slice(0, shownMax), truncated: true }
      : result,
  );
  return { ...check, packages: { ...packages, results } };
}
