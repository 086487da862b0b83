import type { KevEntryView, KevResult } from '@stackcheck/kev-core';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import type { PackageResult, PackageVulnerability } from './parts';
import { levelOfDoubt, levelOfFact, type Reason } from './reason';
import { severityRank } from './severity-rank';

/** What is to be said against a CVE: that it is exploited, or that it is not known whether it is. */
export function cveReasons(result: KevResult, policy: Policy): readonly Reason[] {
  const ref: StackRef = `cves/${result.index}`;
  if (result.listed === false) return [];
  if (result.listed === null) {
    const text = `whether ${result.resolved} is exploited is not known: only a selection of the catalogue is loaded`;
    return [{ level: levelOfDoubt(policy, 'kev'), code: 'kev_unknown', ref, id: result.resolved, text }];
  }
  const { entry, resolved } = result;
  const text = `${resolved} (${entry.vendor} ${entry.product}) is known to be exploited${kevText(entry)}`;
  return [{ level: levelOfFact(policy, 'kev'), code: 'kev', ref, id: resolved, text }];
}

/** What is to be said against a package: at most one reason of each code, and one for each exploited CVE. */
export function packageReasons(result: PackageResult, policy: Policy, kevKnown: boolean): readonly Reason[] {
  const ref: StackRef = `packages/${result.index}`;
  if (!result.checked) {
    const level = levelOfDoubt(policy, 'vulnerable', 'malware', 'kev');
    const text = `the package was not checked: ${result.reason}`;
    return [{ level, code: 'unresolved_package', ref, id: result.purl, text }];
  }
  const malware = result.vulnerabilities.filter(({ kind }) => kind === 'malware');
  const flaws = result.vulnerabilities.filter(({ kind }) => kind === 'vulnerability');
  return [
    ...malwareReason(malware, ref, policy),
    ...exploited(result.vulnerabilities, ref, policy),
    ...vulnerableReasons(flaws, result.minimum_safe, ref, policy),
    ...(kevKnown ? [] : kevDoubt(result.vulnerabilities, ref, policy)),
    ...(result.complete ? [] : [incompleteReason(result.resolved, ref, policy)]),
  ];
}

/** Of a selection of advisories, what does not name a package says nothing. */
function incompleteReason(purl: string, ref: StackRef, policy: Policy): Reason {
  const text = 'more may stand against the package: only a selection of the advisories is loaded';
  return { level: levelOfDoubt(policy, 'vulnerable', 'malware', 'kev'), code: 'incomplete_data', ref, id: purl, text };
}

function malwareReason(found: readonly PackageVulnerability[], ref: StackRef, policy: Policy): readonly Reason[] {
  const [first] = found;
  if (first === undefined) return [];
  const text = `the package is reported as malware (${first.id}); remove it`;
  return [{ level: levelOfFact(policy, 'malware'), code: 'malware', ref, id: first.id, text }];
}

function exploited(found: readonly PackageVulnerability[], ref: StackRef, policy: Policy): readonly Reason[] {
  const level = levelOfFact(policy, 'kev');
  return found.flatMap(({ id, kev, distro_unknown }): readonly Reason[] => {
    if (kev === null) return [];
    const text = `${id} of the package is ${kev.cve}, which is known to be exploited${kevText(kev)}`;
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

function vulnerableReasons(
  found: readonly PackageVulnerability[],
  minimumSafe: string | null,
  ref: StackRef,
  policy: Policy,
): readonly Reason[] {
  const least = severityRank(policy.min_severity);
  // Where every severity counts, one that is not stated counts too.
  const severe = found.filter(({ severity }) => severityRank(severity) >= least || (severity === null && least === 1));
  const unscored = found.filter(({ severity }) => severity === null && least > 1);
  const below = found.filter(({ severity }) => severity !== null && severityRank(severity) < least);
  const sure = severe.filter(({ distro_unknown }) => !distro_unknown);
  const unsure = severe.filter(({ distro_unknown }) => distro_unknown);
  const advice = minimumSafe === null ? '' : `; safe from ${minimumSafe}`;
  const doubt = levelOfDoubt(policy, 'vulnerable');
  return [
    ...about(sure, 'vulnerable', levelOfFact(policy, 'vulnerable'), ref, advice),
    ...about(unsure, 'distro_unknown', doubt, ref, `; ${NAME_DISTRO}`),
    ...about(unscored, 'unscored', doubt, ref, `; no severity is stated${advice}`),
    ...about(below, 'vulnerable_below', 'warn', ref, advice),
  ];
}

const NAME_DISTRO = 'it depends on the release of the distribution: name it in the distro qualifier of the purl';

function about(
  found: readonly PackageVulnerability[],
  code: Reason['code'],
  level: Reason['level'],
  ref: StackRef,
  end: string,
): readonly Reason[] {
  const [worst] = [...found].sort((a, b) => severityRank(b.severity) - severityRank(a.severity));
  if (worst === undefined) return [];
  const many = found.length === 1 ? 'one vulnerability' : `${found.length} vulnerabilities, the worst`;
  const rated = worst.severity === null ? '' : `, ${worst.severity}`;
  return [{ level, code, ref, id: worst.id, text: `${many}: ${worst.id}${rated}${end}` }];
}

/** Without the whole catalogue, a vulnerability that has a CVE may be exploited. */
function kevDoubt(found: readonly PackageVulnerability[], ref: StackRef, policy: Policy): readonly Reason[] {
  const open = found.find(({ ids, kev }) => kev === null && ids.some((id) => id.startsWith('CVE-')));
  if (open === undefined) return [];
  const text = 'whether its vulnerabilities are exploited is not known: that whole dataset is not available now';
  return [{ level: levelOfDoubt(policy, 'kev'), code: 'kev_unknown', ref, id: open.id, text }];
}

function kevText({ due_date, overdue, ransomware }: KevEntryView): string {
  const due = overdue ? `; remedy was due on ${due_date}` : `; remedy is due on ${due_date}`;
  return ransomware ? `${due}; used in ransomware campaigns` : due;
}
