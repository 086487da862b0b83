import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { readPackage, type AdvisorySource } from '@stackcheck/osv-core';
import { judgedPackage, type JudgedPackage, type JudgingOptions } from '@stackcheck/osv-core/judging';
import type { PackageFinding } from '../check/parts';

type Judged = JudgedPackage<KevEntryView, EpssView>;

/** The packages that items are: the advisories of each are read once, however many of its releases are looked at. */
export class ItemPackageJudges {
  private readonly known = new Map<string, Judged>();

  constructor(
    private readonly source: AdvisorySource,
    private readonly options: JudgingOptions<KevEntryView, EpssView>,
  ) {}

  /** The answer about a package version, in the place that it has among those of its item. */
  *answer(index: number, purl: string): Generator<void, PackageFinding> {
    const judged = yield* this.of(purl);
    return judged === undefined ? { index, purl, checked: false, reason: 'invalid_purl' } : judged.ask(index, purl);
  }

  /** The versions newer than that of a package URL that advisories of its package name, lowest first. */
  *newerThan(purl: string): Generator<void, readonly string[]> {
    return (yield* this.of(purl))?.newerThan(purl) ?? [];
  }

  private *of(purl: string): Generator<void, Judged | undefined> {
    const query = readPackage(purl);
    if (!query.ok) return undefined;
    const key = JSON.stringify([query.ecosystem, ...query.names]);
    let judged = this.known.get(key);
    if (judged === undefined) {
      judged = yield* judgedPackage<KevEntryView, EpssView>(this.source, query, this.options);
      this.known.set(key, judged);
    }
    return judged;
  }
}
