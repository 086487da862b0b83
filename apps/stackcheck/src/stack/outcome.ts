import type { FileInventory } from '@stackcheck/inventory';
import { verdictOf, type AcceptedFinding, type Finding, type Outcome, type OutcomeSummary } from '@stackcheck/report';
import type { Policy } from '@stackcheck/stack-core';
import type { Judgement, Source } from './source';
import { VERSION } from '../program/version';
import { allFindings } from './all-findings';
import type { Components } from './components';
import { cyclesInUse } from './cycles';

/** What acceptances and a baseline leave of findings. */
export interface Sifted {
  readonly counting: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  readonly known: readonly Finding[];
  readonly notices: readonly string[];
}

/** What an outcome is made of. */
export interface OutcomeParts {
  readonly files: readonly FileInventory[];
  readonly components: Components;
  readonly judgement: Judgement;
  readonly policy: Policy;
  readonly source: Source['kind'];
  /** Applies acceptances and the baseline. */
  readonly sift: (findings: readonly Finding[], day: string) => Sifted;
  readonly notices: readonly string[];
}

/** Everything that a check found, as one value. */
export function toOutcome({ files, components, judgement, policy, source, sift, notices }: OutcomeParts): Outcome {
  const { parts, snapshots, day } = judgement;
  const all = allFindings(judgement, components, policy);
  const { counting, accepted, known, notices: ofSifting } = sift(all, day);
  const unlisted = parts.reduce((sum, { check }) => sum + (check.packages?.unlisted ?? 0), 0);
  const { items, images, packages, cves } = components.lists;
  const countOf = (level: Finding['level']): number => counting.filter((finding) => finding.level === level).length;
  const summary: OutcomeSummary = {
    files: files.length,
    packages: packages.length,
    images: images.length,
    products: items.length,
    ...(cves.length > 0 && { cves: cves.length }),
    apart: components.apart,
    unlisted,
    fail: countOf('fail'),
    unknown: countOf('unknown'),
    warn: countOf('warn'),
    info: countOf('info'),
    accepted: accepted.length,
    known: known.length,
  };
  return {
    schema: 1,
    verdict: verdictOf(counting),
    findings: counting,
    accepted,
    known,
    notices: [...notices, ...ofSifting],
    summary,
    cycles: cyclesInUse(parts, components),
    inventory: files,
    policy,
    day: policy.as_of ?? day,
    source,
    snapshots,
    version: VERSION,
  };
}
