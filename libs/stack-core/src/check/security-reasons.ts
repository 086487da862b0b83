import type { KevEntryView } from '@stackcheck/kev-core';
import { textWithoutSafe } from '@stackcheck/osv-core/report';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import type { CveResult, KnownOfAll, PackageFinding, PackageVulnerability, ScoresAtHand } from './parts';
import { componentOf, subjectOf } from './component';
import { cveEpssReasons, packageEpssReasons } from './epss-reasons';
import { NAME_DISTRO, said, type PackagePlace } from './package-place';
import { levelOfDoubt, levelOfFact, type FoundReason } from './reason';
import { severityRank } from './severity-rank';
import { uncheckedReason, unlistedReasons } from './unlisted-reasons';

/** What is to be said against a CVE: that it is exploited or likely to be, or that it is not known whether it is. */
export function cveReasons(result: CveResult, policy: Policy, scores: ScoresAtHand): readonly FoundReason[] {
  return [...cveKevReasons(result, policy), ...cveEpssReasons(result, policy, scores)];
}

function cveKevReasons(result: CveResult, policy: Policy): readonly FoundReason[] {
  const ref: StackRef = `cves/${result.index}`;
  if (result.listed === false) return [];
  if (result.listed === null) {
    const text = `${result.resolved}: whether it is exploited is not known: only a selection of the catalogue is loaded`;
    return [{ level: levelOfDoubt(policy, 'kev'), code: 'kev_unknown', ref, id: result.resolved, text }];
  }
  const { entry, resolved } = result;
  const text = `${resolved} (${entry.vendor} ${entry.product}): known to be exploited${kevText(entry)}`;
  return [{ level: levelOfFact(policy, 'kev'), code: 'kev', ref, id: resolved, text, ...urgencyOf(entry) }];
}

/** What is to be said against a package, wherever it stands: at most one reason of each code, and one for each exploited CVE. */
export function packageReasons(
  result: PackageFinding,
  policy: Policy,
  known: KnownOfAll,
  ref: StackRef = `packages/${result.index}`,
): readonly FoundReason[] {
  if (!result.checked) return [uncheckedReason(result, ref, policy)];
  return checkedReasons(result, policy, known, ref).map((reason) => ({ purl: result.resolved, ...reason }));
}

function checkedReasons(
  result: Extract<PackageFinding, { readonly checked: true }>,
  policy: Policy,
  known: KnownOfAll,
  ref: StackRef,
): readonly FoundReason[] {
  // What most packages are.
  if (result.known_package && result.complete && result.vulnerabilities.length === 0) return [];
  const place: PackagePlace = { ref, component: componentOf(result), subject: subjectOf(result) };
  if (!result.known_package) return unlistedReasons(result, place, policy);
  const malware = result.vulnerabilities.filter(({ kind }) => kind === 'malware');
  const flaws = result.vulnerabilities.filter(({ kind }) => kind === 'vulnerability');
  return [
    ...malwareReason(malware, place, policy),
    ...exploited(result.vulnerabilities, place, policy),
    ...vulnerableReasons(flaws, remediesOf(result, flaws), place, policy),
    ...packageEpssReasons(result.vulnerabilities, place, policy, known.scores),
    ...(known.kevKnown ? [] : kevDoubt(result.vulnerabilities, place, policy)),
    ...(result.complete ? [] : [incompleteReason(result.resolved, place, policy)]),
  ];
}

/** Of a selection of advisories, what does not name a package says nothing. */
function incompleteReason(purl: string, place: PackagePlace, policy: Policy): FoundReason {
  const fact = 'more may stand against it: only a selection of the advisories is loaded';
  const level = levelOfDoubt(policy, 'vulnerable', 'malware', 'kev', 'epss');
  return { level, code: 'incomplete_data', id: purl, ...said(place, fact) };
}

function malwareReason(
  found: readonly PackageVulnerability[],
  place: PackagePlace,
  policy: Policy,
): readonly FoundReason[] {
  const [first] = found;
  if (first === undefined) return [];
  const text = said(place, `reported as malware (${first.id})`, '; remove it');
  return [{ level: levelOfFact(policy, 'malware'), code: 'malware', id: first.id, ...text }];
}

function exploited(
  found: readonly PackageVulnerability[],
  place: PackagePlace,
  policy: Policy,
): readonly FoundReason[] {
  const level = levelOfFact(policy, 'kev');
  return found.flatMap(({ id, kev, distro_unknown }): readonly FoundReason[] => {
    if (kev === null) return [];
    const what = id === kev.cve ? kev.cve : `${id} is ${kev.cve}, which`;
    const fact = `${what} is known to be exploited${kevText(kev)}`;
    const about = { id: kev.cve, aspect: kev.cve, ...urgencyOf(kev) };
    if (!distro_unknown) return [{ level, code: 'kev', ...about, ...said(place, fact) }];
    const doubt = levelOfDoubt(policy, 'kev');
    return [{ level: doubt, code: 'distro_unknown', ...about, ...said(place, fact, `; ${NAME_DISTRO}`) }];
  });
}

/** What is advised against the vulnerabilities of a package: those that a move clears, and those that none does. */
interface Remedies {
  readonly movable: string;
  readonly unfixed: string;
  readonly isUnfixed: (found: PackageVulnerability) => boolean;
}

/** Where to move to, or why nowhere. Of malware nothing: it is removed. */
function remediesOf(
  result: Extract<PackageFinding, { readonly checked: true }>,
  flaws: readonly PackageVulnerability[],
): Remedies {
  const { minimum_safe, complete, vulnerable, malware, best } = result;
  if (minimum_safe !== null || !complete || !vulnerable || malware) {
    const movable = minimum_safe === null ? '' : `; safe from ${minimum_safe}`;
    return { movable, unfixed: '', isUnfixed: () => false };
  }
  const cleared = new Set(best?.clears);
  const unfixed = flaws.filter(({ id }) => !cleared.has(id));
  const counts = { vulnerability_count: unfixed.length, below_min_severity: 0 };
  return {
    movable: `; ${textWithoutSafe(result)}`,
    unfixed: `; ${textWithoutSafe({ ...result, ...counts, best: null, vulnerabilities: unfixed })}`,
    isUnfixed: ({ id }) => !cleared.has(id),
  };
}

function vulnerableReasons(
  found: readonly PackageVulnerability[],
  remedies: Remedies,
  place: PackagePlace,
  policy: Policy,
): readonly FoundReason[] {
  const least = severityRank(policy.min_severity);
  // Where every severity counts, one that is not stated counts too.
  const severe = found.filter(({ severity }) => severityRank(severity) >= least || (severity === null && least === 1));
  const unscored = found.filter(({ severity }) => severity === null && least > 1);
  const below = found.filter(({ severity }) => severity !== null && severityRank(severity) < least);
  const sure = severe.filter(({ distro_unknown }) => !distro_unknown);
  const unsure = severe.filter(({ distro_unknown }) => distro_unknown);
  const doubt = levelOfDoubt(policy, 'vulnerable');
  return [
    ...byRemedy(sure, 'vulnerable', levelOfFact(policy, 'vulnerable'), place, remedies),
    ...byRemedy(unsure, 'distro_unknown', doubt, place, { ...remedies, movable: ASK_DISTRO, unfixed: ASK_DISTRO }),
    ...byRemedy(unscored, 'unscored', doubt, place, remedies, '; no severity is stated'),
    ...byRemedy(below, 'vulnerable_below', 'warn', place, remedies),
  ];
}

const ASK_DISTRO = `; ${NAME_DISTRO}`;

/** What a move clears and what none does are two reasons: the one is gone after the move, the other stays. */
function byRemedy(
  found: readonly PackageVulnerability[],
  code: FoundReason['code'],
  level: FoundReason['level'],
  place: PackagePlace,
  { movable, unfixed, isUnfixed }: Remedies,
  more = '',
): readonly FoundReason[] {
  const stays = found.filter(isUnfixed);
  const goes = found.filter((flaw) => !isUnfixed(flaw));
  return [
    ...about(goes, { code, level }, place, more, movable),
    ...about(stays, { code, level, aspect: 'unfixed' }, place, more, unfixed),
  ];
}

function about(
  found: readonly PackageVulnerability[],
  kind: Pick<FoundReason, 'code' | 'level' | 'aspect'>,
  place: PackagePlace,
  more: string,
  advice: string,
): readonly FoundReason[] {
  let [worst] = found;
  for (const flaw of found) if (severityRank(flaw.severity) > severityRank(worst?.severity ?? null)) worst = flaw;
  if (worst === undefined) return [];
  const which = worst.severity === null ? 'such as' : 'the worst:';
  const many = found.length === 1 ? 'one vulnerability:' : `${found.length} vulnerabilities, ${which}`;
  const rated = worst.severity === null ? '' : `, ${worst.severity}`;
  const { id, severity } = worst;
  return [{ id, severity, ...kind, ...said(place, `${many} ${id}${rated}${more}`, advice) }];
}

/** Without the whole catalogue, a vulnerability that has a CVE may be exploited. */
function kevDoubt(found: readonly PackageVulnerability[], place: PackagePlace, policy: Policy): readonly FoundReason[] {
  const open = found.find(({ ids, kev }) => kev === null && ids.some((id) => id.startsWith('CVE-')));
  if (open === undefined) return [];
  const fact = 'whether its vulnerabilities are exploited is not known: that whole dataset is not available now';
  return [{ level: levelOfDoubt(policy, 'kev'), code: 'kev_unknown', id: open.id, ...said(place, fact) }];
}

function urgencyOf({ due_date: due, ransomware }: KevEntryView): Pick<FoundReason, 'due' | 'ransomware'> {
  return { due, ransomware };
}

function kevText({ due_date, overdue, ransomware }: KevEntryView): string {
  const due = overdue ? `; remedy was due on ${due_date}` : `; remedy is due on ${due_date}`;
  return ransomware ? `${due}; used in ransomware campaigns` : due;
}
