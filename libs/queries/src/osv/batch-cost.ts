import { weighBatch, type WeightSource } from '@stackcheck/osv-core/judging';

/** Milliseconds of processor time for a purl of a package with few advisories, found and judged. */
const PURL_MS = 0.02;

/** For each advisory of a package that has many: to read it. */
const ADVISORY_MS = 0.02;

/** For each of them and each version that it is held against. */
const JUDGEMENT_MS = 0.001;

/** About how many milliseconds a batch of purls takes, by its candidate advisories, none of which is read for it. */
export function costOfPurls(source: WeightSource, purls: readonly string[]): number {
  const { readable, advisories, judgements } = weighBatch(source, purls);
  return readable * PURL_MS + advisories * ADVISORY_MS + judgements * JUDGEMENT_MS;
}
