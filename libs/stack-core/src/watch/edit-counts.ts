import type { EolCycle } from '@stackcheck/eol-core';
import type { UnplannedCheck } from '../check/judge';
import type { ReasonCode } from '../check/reason';
import { isEndingSoon } from '../check/upgrade';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';

/** What may stand against an entry, as an edit counts it, worst first. */
export const EDIT_COUNTS = ['malware', 'exploited', 'vulnerabilities', 'eol', 'ending_soon', 'in_doubt'] as const;

/** How much of each kind an edit brings or takes away, in wire names. */
export type EditCounts = Readonly<Record<(typeof EDIT_COUNTS)[number], number>>;

/** What stands against some entries of a check, by kind; each thing once, however many entries have it. */
export type Findings = Readonly<Record<(typeof EDIT_COUNTS)[number], ReadonlySet<string>>>;

/** Codes of reasons that are doubt: what is in doubt may fail or not. */
const DOUBTS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'kev_unknown',
  'epss_unknown',
  'distro_unknown',
  'unscored',
  'unresolved_package',
  'incomplete_data',
  'unknown_image',
  'unknown_image_part',
  'unknown_item',
]);

/**
 * What stands against those entries of a check that are asked for. A vulnerability counts once: as malware, as exploited, or
 * as neither. An exploited one is the same wherever it is found, any other belongs to its package, whose version is left out.
 */
export function findingsIn(check: UnplannedCheck, policy: Policy, isAsked: (ref: StackRef) => boolean): Findings {
  const found = {
    malware: new Set<string>(),
    exploited: new Set<string>(),
    vulnerabilities: new Set<string>(),
    eol: new Set<string>(),
    ending_soon: new Set<string>(),
    in_doubt: new Set<string>(),
  } satisfies Findings;
  const cycle = (product: string, match: EolCycle): void => {
    if (match.status === 'eol') found.eol.add(`${product}@${match.cycle}`);
    else if (isEndingSoon(match, policy)) found.ending_soon.add(`${product}@${match.cycle}`);
  };
  for (const result of check.items?.results ?? []) {
    if (isAsked(`items/${result.index}`) && result.found) cycle(result.resolved, result.match);
  }
  for (const result of check.images?.results ?? []) {
    if (!isAsked(`images/${result.index}`) || !result.found) continue;
    for (const { resolved, match } of result.components) if (resolved && match) cycle(resolved, match);
  }
  for (const result of check.cves?.results ?? []) {
    if (isAsked(`cves/${result.index}`) && result.listed === true) found.exploited.add(result.resolved);
  }
  for (const result of check.packages?.results ?? []) {
    if (!isAsked(`packages/${result.index}`) || !result.checked) continue;
    for (const { id, kind, kev } of result.vulnerabilities) {
      const ofPackage = `${result.ecosystem} ${result.name} ${id}`;
      if (kind === 'malware') found.malware.add(ofPackage);
      else if (kev !== null) found.exploited.add(kev.cve);
      else found.vulnerabilities.add(ofPackage);
    }
  }
  for (const { code, id, refs } of check.reasons) {
    if (DOUBTS.has(code) && refs.some(isAsked)) found.in_doubt.add(`${code} ${id}`);
  }
  return found;
}

/** How much of `some` is in none of the others. */
export function countBeyond(some: Findings, ...others: readonly Findings[]): EditCounts {
  const count = (kind: keyof Findings): number =>
    [...some[kind]].filter((key) => others.every((other) => !other[kind].has(key))).length;
  return Object.fromEntries(EDIT_COUNTS.map((kind) => [kind, count(kind)])) as EditCounts;
}

/** Whether there is nothing of any kind. */
export function isNothing(counts: EditCounts): boolean {
  return EDIT_COUNTS.every((kind) => counts[kind] === 0);
}

/** One sentence without its full stop: `this change adds 2 exploited vulnerabilities and removes 1 end of life`. */
export function editSentence(adds: EditCounts, removes: EditCounts): string {
  const parts = [
    ...(isNothing(adds) ? [] : [`adds ${listed(adds)}`]),
    ...(isNothing(removes) ? [] : [`removes ${listed(removes)}`]),
  ];
  if (parts.length === 0) return 'this change adds and removes nothing that speaks against the stack';
  return `this change ${parts.join(parts.some((part) => part.includes(' and ')) ? ', and ' : ' and ')}`;
}

/** A count of one, and of several. */
const NOUNS: Readonly<Record<keyof EditCounts, readonly [one: string, many: string]>> = {
  malware: ['malicious package', 'malicious packages'],
  exploited: ['exploited vulnerability', 'exploited vulnerabilities'],
  vulnerabilities: ['other vulnerability', 'other vulnerabilities'],
  eol: ['end of life', 'ends of life'],
  ending_soon: ['end of life that is near', 'ends of life that are near'],
  in_doubt: ['open question', 'open questions'],
};

function listed(counts: EditCounts): string {
  const words = EDIT_COUNTS.filter((kind) => counts[kind] > 0).map((kind) => {
    const text = `${counts[kind]} ${NOUNS[kind][counts[kind] === 1 ? 0 : 1]}`;
    // Other than what, where none is exploited and nothing is malware?
    return kind === 'vulnerabilities' && counts.exploited + counts.malware === 0 ? text.replace('other ', '') : text;
  });
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
