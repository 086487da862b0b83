import type { KevEntryView } from '@stackcheck/kev-core';
import { textWithoutSafe } from '@stackcheck/osv-core/report';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import type { CveResult, PackageResult, PackageVulnerability, ScoresAtHand, StackParts } from './parts';
import { componentOf } from './component';
import { cveEpssReasons, packageEpssReasons } from './epss-reasons';
import { NAME_DISTRO, type PackagePlace } from './package-place';
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
  return [{ level: levelOfFact(policy, 'kev'), code: 'kev', ref, id: resolved, text }];
}

/** What of all vulnerabilities was at hand. */
type KnownOfAll = Pick<StackParts, 'kevKnown' | 'scores'>;

/** What is to be said against a package: at most one reason of each code, and one for each exploited CVE. */
export function packageReasons(result: PackageResult, policy: Policy, known: KnownOfAll): readonly FoundReason[] {
  const ref: StackRef = `packages/${result.index}`;
  if (!result.checked) return [uncheckedReason(result, ref, policy)];
  const component = componentOf(result);
  if (!result.known_package) return unlistedReasons(result, { ref, component }, policy);
  const malware = result.vulnerabilities.filter(({ kind }) => kind === 'malware');
  const flaws = result.vulnerabilities.filter(({ kind }) => kind === 'vulnerability');
  const place = { ref, component };
  return [
    ...malwareReason(malware, place, policy),
    ...exploited(result.vulnerabilities, place, policy),
    ...vulnerableReasons(flaws, adviceOn(result), place, policy),
    ...packageEpssReasons(result.vulnerabilities, place, policy, known.scores),
    ...(known.kevKnown ? [] : kevDoubt(result.vulnerabilities, place, policy)),
    ...(result.complete ? [] : [incompleteReason(result.resolved, place, policy)]),
  ];
}

/** Of a selection of advisories, what does not name a package says nothing. */
function incompleteReason(purl: string, { ref, component }: PackagePlace, policy: Policy): FoundReason {
  const text = `${component}: more may stand against it: only a selection of the advisories is loaded`;
  return {
    level: levelOfDoubt(policy, 'vulnerable', 'malware', 'kev', 'epss'),
    code: 'incomplete_data',
    ref,
    id: purl,
    text,
  };
}

function malwareReason(
  found: readonly PackageVulnerability[],
  place: PackagePlace,
  policy: Policy,
): readonly FoundReason[] {
  const [first] = found;
  if (first === undefined) return [];
  const text = `${place.component}: reported as malware (${first.id}); remove it`;
  return [{ level: levelOfFact(policy, 'malware'), code: 'malware', ref: place.ref, id: first.id, text }];
}

function exploited(
  found: readonly PackageVulnerability[],
  { ref, component }: PackagePlace,
  policy: Policy,
): readonly FoundReason[] {
  const level = levelOfFact(policy, 'kev');
  return found.flatMap(({ id, kev, distro_unknown }): readonly FoundReason[] => {
    if (kev === null) return [];
    const what = id === kev.cve ? kev.cve : `${id} is ${kev.cve}, which`;
    const text = `${component}: ${what} is known to be exploited${kevText(kev)}`;
    if (!distro_unknown) return [{ level, code: 'kev', ref, id: kev.cve, text }];
    return [
      {
        level: levelOfDoubt(policy, 'kev'),
        code: 'distro_unknown',
        ref,
        id: kev.cve,
        text: `${text}; ${NAME_DISTRO}`,
      },
    ];
  });
}

/** Where to move to, or why nowhere. Of malware nothing: it is removed. */
function adviceOn(result: Extract<PackageResult, { readonly checked: true }>): string {
  if (result.minimum_safe !== null) return `; safe from ${result.minimum_safe}`;
  return result.complete && result.vulnerable && !result.malware ? `; ${textWithoutSafe(result)}` : '';
}

function vulnerableReasons(
  found: readonly PackageVulnerability[],
  advice: string,
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
    ...about(sure, 'vulnerable', levelOfFact(policy, 'vulnerable'), place, advice),
    ...about(unsure, 'distro_unknown', doubt, place, `; ${NAME_DISTRO}`),
    ...about(unscored, 'unscored', doubt, place, `; no severity is stated${advice}`),
    ...about(below, 'vulnerable_below', 'warn', place, advice),
  ];
}

function about(
  found: readonly PackageVulnerability[],
  code: FoundReason['code'],
  level: FoundReason['level'],
  { ref, component }: PackagePlace,
  end: string,
): readonly FoundReason[] {
  let [worst] = found;
  for (const flaw of found) if (severityRank(flaw.severity) > severityRank(worst?.severity ?? null)) worst = flaw;
  if (worst === undefined) return [];
  const many = found.length === 1 ? 'one vulnerability' : `${found.length} vulnerabilities, the worst`;
  const rated = worst.severity === null ? '' : `, ${worst.severity}`;
  return [{ level, code, ref, id: worst.id, text: `${component}: ${many}: ${worst.id}${rated}${end}` }];
}

/** Without the whole catalogue, a vulnerability that has a CVE may be exploited. */
function kevDoubt(
  found: readonly PackageVulnerability[],
  { ref, component }: PackagePlace,
  policy: Policy,
): readonly FoundReason[] {
  const open = found.find(({ ids, kev }) => kev === null && ids.some((id) => id.startsWith('CVE-')));
  if (open === undefined) return [];
  const text = `${component}: whether its vulnerabilities are exploited is not known: that whole dataset is not available now`;
  return [{ level: levelOfDoubt(policy, 'kev'), code: 'kev_unknown', ref, id: open.id, text }];
}

function kevText({ due_date, overdue, ransomware }: KevEntryView): string {
  const due = overdue ? `; remedy was due on ${due_date}` : `; remedy is due on ${due_date}`;
  return ransomware ? `${due}; used in ransomware campaigns` : due;
}
