import { REASON_CODES } from '@stackcheck/stack-core';
import type { ReasonCode } from '@stackcheck/stack-core/report';
import type { Severity } from '@stackcheck/osv-core';
import type { Finding } from '../../outcome';
import { CODE_TEXTS } from '../../text/code-texts';
import { groupedBy } from '../../text/grouped-by';
import { onOneLine } from '@stackcheck/pictures/markup';

/** A `reportingDescriptor` (SARIF 2.1.0, 3.49). */
export interface Rule {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** Kinds that speak of one vulnerability, each with a rule of its own below the kind's name (3.49.3): severities are of rules. */
const OF_ONE_VULNERABILITY: ReadonlySet<ReasonCode> = new Set([
  'malware',
  'kev',
  'epss',
  'vulnerable',
  'distro_unknown',
  'unscored',
  'vulnerable_below',
]);

/** The id of a finding's rule: `eol`, `vulnerable/CVE-2021-23337`. */
export function ruleIdOf({ code, id }: Finding): string {
  return OF_ONE_VULNERABILITY.has(code) ? `${code}/${onOneLine(id)}` : code;
}

/** The rules of findings, each once, by code in the order of codes. */
export function rulesOf(findings: readonly Finding[]): readonly Rule[] {
  const byRule = groupedBy(findings, ruleIdOf);
  const rank = ([, [first]]: readonly [string, readonly Finding[]]) => REASON_CODES.indexOf(first?.code ?? 'malware');
  return [...byRule].sort((a, b) => rank(a) - rank(b)).map(([id, found]) => ruleOf(id, found));
}

function ruleOf(id: string, found: readonly Finding[]): Rule {
  const code = id.replace(/\/.*$/s, '') as ReasonCode;
  const { title, means, help } = CODE_TEXTS[code];
  const about = id === code ? '' : `: ${id.slice(code.length + 1)}`;
  const severities = found.flatMap(({ severity }) => severity ?? []);
  const security = severities.length === 0 ? undefined : Math.max(...new Set(severities.map((each) => SCORES[each])));
  return {
    id,
    name: title.replace(/(?:^|\W+)(\w)/g, (_match, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${title}${about}` },
    fullDescription: { text: means },
    help: { text: `${means} ${help}`, markdown: `${means}\n\n${help}` },
    properties: {
      tags: ['security', 'dependencies'],
      ...(security !== undefined && { 'security-severity': security.toFixed(1) }),
    },
  };
}

/** A score in the middle of what code scanning calls by that word. */
const SCORES: Readonly<Record<Severity, number>> = { critical: 9.5, high: 8, medium: 5.5, low: 2 };
