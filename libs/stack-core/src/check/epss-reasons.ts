import { reaches, type EpssView } from '@stackcheck/epss-core';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import { shortened } from './component';
import { NAME_DISTRO, said, type PackagePlace } from './package-place';
import type { CveResult, PackageVulnerability, ScoresAtHand, StackParts } from './parts';
import { levelOfDoubt, levelOfFact, type Level, type FoundReason } from './reason';

/** That a CVE is likely to be exploited by the threshold of the policy, or that it is not known. */
export function cveEpssReasons(
  { index, resolved, epss = null }: CveResult,
  policy: Policy,
  scores: ScoresAtHand,
): readonly FoundReason[] {
  const { epss_min: least } = policy;
  if (least === undefined) return [];
  const ref: StackRef = `cves/${index}`;
  if (epss === null)
    return scores === 'all' ? [] : [doubt({ ref, component: resolved, subject: resolved }, resolved, policy, scores)];
  if (!reaches(epss.score, least)) return [];
  const text = `${resolved}: ${likelyFrom(least)}its EPSS score of ${epss.score} is at or above ${least}`;
  return [{ level: levelOfFact(policy, 'epss'), code: 'epss', ref, id: resolved, text }];
}

/** The same of a package: one reason for all that are likely, which names the one with the highest score. */
export function packageEpssReasons(
  found: readonly PackageVulnerability[],
  place: PackagePlace,
  policy: Policy,
  scores: ScoresAtHand,
): readonly FoundReason[] {
  const { epss_min: least } = policy;
  if (least === undefined) return [];
  const likely = found.flatMap(({ id, epss, distro_unknown: unsure }) =>
    epss && reaches(epss.score, least) ? [{ id, epss, unsure }] : [],
  );
  const open = scores === 'all' ? undefined : found.find((flaw) => mayReach(flaw, least));
  return [
    ...about(
      likely.filter(({ unsure }) => !unsure),
      'epss',
      levelOfFact(policy, 'epss'),
      place,
      least,
    ),
    ...about(
      likely.filter(({ unsure }) => unsure),
      'distro_unknown',
      levelOfDoubt(policy, 'epss'),
      place,
      least,
    ),
    ...(open === undefined ? [] : [doubt(place, open.id, policy, scores)]),
  ];
}

/**
 * That nothing is known of a threshold that was asked for, though no entry is in doubt by itself: said of the first, since a
 * stack that was not held against its policy does not pass.
 */
export function noScoresReason(
  { packages, items, images, scores }: StackParts,
  policy: Policy,
): readonly FoundReason[] {
  if (policy.epss_min === undefined || scores !== 'none') return [];
  const [item] = items?.results ?? [];
  const entries: readonly (readonly [StackRef, string | undefined])[] = [
    ['packages/0', packages?.results[0]?.purl],
    ['items/0', item && `${item.product} ${item.version}`],
    ['images/0', images?.results[0]?.image],
  ];
  return entries
    .flatMap(([ref, entry]) =>
      entry === undefined ? [] : [doubt({ ref, component: shortened(entry), subject: 'stack' }, entry, policy, scores)],
    )
    .slice(0, 1);
}

interface Likely {
  readonly id: string;
  readonly epss: EpssView;
}

/** From zero on every score counts, and most say that exploitation is not likely. */
const likelyFrom = (least: number): string => (least === 0 ? '' : 'likely to be exploited within 30 days: ');

/** Whether a score that is not at hand may reach the threshold, and none at hand does. */
function mayReach({ ids, epss }: PackageVulnerability, least: number): boolean {
  return !(epss && reaches(epss.score, least)) && ids.some((id) => id.startsWith('CVE-') && id !== epss?.cve);
}

function about(
  found: readonly Likely[],
  code: FoundReason['code'],
  level: Level,
  place: PackagePlace,
  least: number,
): readonly FoundReason[] {
  let [highest] = found;
  for (const one of found) if (highest !== undefined && one.epss.score > highest.epss.score) highest = one;
  if (highest === undefined) return [];
  const { id, epss } = highest;
  const name = id === epss.cve ? id : `${id} (${epss.cve})`;
  const many = found.length === 1 ? '' : `, the highest of ${found.length}`;
  const end = code === 'distro_unknown' ? `; ${NAME_DISTRO}` : '';
  const fact = `${likelyFrom(least)}the EPSS score of ${name} is ${epss.score}${many}, at or above ${least}`;
  const aspect = code === 'distro_unknown' ? { aspect: 'epss' } : {};
  return [{ level, code, id: epss.cve, ...aspect, ...said(place, fact, end) }];
}

function doubt(place: PackagePlace, id: string, policy: Policy, scores: ScoresAtHand): FoundReason {
  const why = scores === 'none' ? 'no EPSS scores are available now' : 'only a selection of the EPSS scores is loaded';
  const fact = `whether exploitation is likely is not known: ${why}`;
  return { level: levelOfDoubt(policy, 'epss'), code: 'epss_unknown', id, ...said(place, fact) };
}
