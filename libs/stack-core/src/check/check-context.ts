import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { epssAmong, type EpssIndex, type EpssView } from '@stackcheck/epss-core';
import { kevAmong, type KevEntryView, type KevIndex } from '@stackcheck/kev-core';
import type { JudgingOptions } from '@stackcheck/osv-core/judging';
import { policyAhead, type Policy } from '../policy';
import type { Stack } from '../stack';
import type { EolSource } from './check-items';
import { reasonsOfPackage } from './judge';
import type { PackageChecks, PurlRead } from './package-checks';
import { supportedUnder } from './package-support';
import type { KnownOfAll, PackageFinding, PackageResult, ScoresAtHand, StackParts } from './parts';
import type { FoundReason } from './reason';

/** The snapshots that a stack is checked against; one is needed for each list that is not empty. */
export interface StackSources {
  /** In addition to items and images, release cycles are joined to packages where they are available. */
  readonly eol?: EolSource | undefined;
  /** In addition to the CVEs asked about, the catalogue is joined to packages where it is available. */
  readonly kev?: KevIndex | undefined;
  /** In addition to packages, advisories are joined to items whose products are published as packages. */
  readonly osv?: PackageChecks | undefined;
  /** Asked only where the policy has `epss_min`; joined to CVEs and packages. */
  readonly epss?: EpssIndex | undefined;
  /** Whether the caller says of CVEs what advisories know of them, which is of today then. */
  readonly joinsCves?: boolean | undefined;
}

/** What the entries of one stack are checked with, whatever version they are in. */
export interface CheckContext extends StackSources {
  /** The policy of the stack on the day that it asks about. */
  readonly policy: Policy;
  readonly today: CalendarDate;
  readonly known: KnownOfAll & Pick<StackParts, 'versionOf'>;
  /** Reads a package URL, each once. */
  readonly read: (purl: string) => PurlRead;
  /** What was read; who knows what a purl says may add it. */
  readonly readings: Map<string, PurlRead>;
  /** What is joined to packages. */
  readonly joins: Pick<JudgingOptions<KevEntryView, EpssView>, 'kevOf' | 'epssOf'>;
  /** A package as it is answered; found once for each. */
  readonly supported: (result: PackageFinding) => PackageResult;
  /** What is to be said against a package; found once for each. */
  readonly reasonsOf: (result: PackageResult) => readonly FoundReason[];
}

/** What a stack is checked with on a day. */
export function checkContext(stack: Stack, sources: StackSources, today: CalendarDate): CheckContext {
  const { eol, kev, epss, osv, joinsCves } = sources;
  const policy = policyAhead(stack.policy, today);
  const readings = new Map<string, PurlRead>();
  const read = (purl: string): PurlRead => {
    const query = readings.get(purl) ?? osv?.read(purl) ?? { ok: false };
    readings.set(purl, query);
    return query;
  };
  const known: CheckContext['known'] = {
    kevKnown: kev?.complete === true,
    scores: scoresAtHand(epss),
    versionOf: (purl) => {
      const query = read(purl);
      return query.ok ? query.version : '';
    },
  };
  return {
    eol,
    kev,
    epss,
    osv,
    joinsCves,
    policy,
    today,
    known,
    read,
    readings,
    joins: {
      kevOf: kev && ((ids) => kevAmong(kev, ids, today)),
      epssOf: policy.epss_min === undefined ? undefined : (ids) => (epss ? epssAmong(epss, ids) : null),
    },
    supported: once(supportedUnder(eol, policy, today, read)),
    reasonsOf: once((result: PackageResult) => reasonsOfPackage(result, policy, known)),
  };
}

function scoresAtHand(index: EpssIndex | undefined): ScoresAtHand {
  if (index === undefined) return 'none';
  return index.complete ? 'all' : 'some';
}

/** The answers of a function by the identity of what it was asked about, each found once. */
function once<Asked extends object, Answer extends object>(answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  // Not a weak one: it lives no longer than a check, and weak entries by the ten thousand keep the collector busy.
  const known = new Map<Asked, Answer>();
  return (asked) => {
    const found = known.get(asked) ?? answer(asked);
    known.set(asked, found);
    return found;
  };
}
