import type { Severity } from '@stackcheck/osv-core';
import type { ReasonCode } from '@stackcheck/stack-core/report';
import type { AcceptedFinding, FindingComponent, Outcome } from '../../outcome';
import { componentText } from '../../text/finding-texts';
import { onOneLine } from '@stackcheck/pictures/markup';
import { instantOf } from '../../text/provenance';
import type { ReportFormat } from '../report-format';

/**
 * CycloneDX 1.6 with the vulnerabilities of an outcome and how far each is analysed. What nobody judged is `in_triage`;
 * `not_affected` and `resolved` are said only where an acceptance says so. Ends of life are no vulnerabilities and are not in it.
 */
export const VEX_FORMAT: ReportFormat = {
  id: 'vex',
  label: 'CycloneDX 1.6 VEX',
  mediaType: 'application/vnd.cyclonedx+json',
  extension: '.vex.cdx.json',
  write: (outcome) => `${JSON.stringify(toBom(outcome), null, 2)}\n`,
};

/** Kinds whose id is that of a vulnerability or of an advisory on one. */
const ON_VULNERABILITIES: ReadonlySet<ReasonCode> = new Set([
  'malware',
  'kev',
  'epss',
  'vulnerable',
  'kev_unknown',
  'epss_unknown',
  'distro_unknown',
  'unscored',
  'vulnerable_below',
]);

type Judged = Pick<AcceptedFinding, 'finding'> & Partial<AcceptedFinding>;

function toBom(outcome: Outcome): unknown {
  const judged: readonly Judged[] = [
    ...outcome.findings.map((finding) => ({ finding })),
    ...outcome.accepted,
    ...outcome.known.map((finding) => ({ finding })),
  ];
  const reported = judged.filter(({ finding }) => ON_VULNERABILITIES.has(finding.code));
  const components = new Map(reported.map(({ finding: { component } }) => [refOf(component), component]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: instantOf(outcome),
      tools: { components: [{ type: 'application', name: 'stackcheck', version: onOneLine(outcome.version) }] },
    },
    components: [...components].map(([ref, component]) => toComponent(ref, component)),
    vulnerabilities: vulnerabilitiesOf(reported),
  };
}

interface Vulnerability {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly severity: Severity | null;
}

/** Each vulnerability of each component once, though several findings may be about it; the first one that was judged decides. */
function vulnerabilitiesOf(judged: readonly Judged[]): readonly unknown[] {
  const byKey = new Map<string, unknown>();
  const judgedFirst = [...judged].sort(
    (a, b) => Number(b.assessment !== undefined) - Number(a.assessment !== undefined),
  );
  for (const each of judgedFirst) {
    const { finding } = each;
    const ref = refOf(finding.component);
    for (const found of [finding, ...(finding.others ?? [])]) {
      const key = JSON.stringify([found.id, ref]);
      if (!byKey.has(key)) byKey.set(key, toVulnerability(found, ref, each));
    }
  }
  return [...byKey.values()];
}

function toVulnerability({ id, aliases, severity }: Vulnerability, ref: string, judged: Judged): unknown {
  const { finding } = judged;
  return {
    'bom-ref': `${onOneLine(id)} of ${ref}`,
    id: onOneLine(id),
    source: sourceOf(id),
    ...(aliases.length > 0 && {
      references: [...new Set(aliases)].map((alias) => ({ id: onOneLine(alias), source: sourceOf(alias) })),
    }),
    ...(severity !== null && { ratings: [{ severity }] }),
    ...(finding.moveTo !== null && { recommendation: `Move to ${onOneLine(finding.moveTo)}.` }),
    analysis: analysisOf(judged),
    affects: [{ ref }],
  };
}

function analysisOf({ assessment, reason, until }: Judged): object {
  if (reason === undefined) return { state: 'in_triage' };
  const detail = typeof until === 'string' ? `Accepted until ${until}: ${onOneLine(reason)}` : onOneLine(reason);
  if (assessment === undefined) return { state: 'in_triage', detail };
  if (assessment.state === 'fixed') return { state: 'resolved', detail };
  const { because } = assessment;
  return { state: 'not_affected', ...(because !== null && { justification: because }), detail };
}

function sourceOf(id: string): object {
  const name = /^CVE-/i.test(id) ? 'NVD' : /^GHSA-/i.test(id) ? 'GitHub' : 'OSV';
  return { name, url: `${SOURCES[name]}${encodeURIComponent(onOneLine(id))}` };
}

const SOURCES = {
  NVD: 'https://nvd.nist.gov/vuln/detail/',
  GitHub: 'https://github.com/advisories/',
  OSV: 'https://osv.dev/vulnerability/',
} as const;

/** The same text for the same component in each document: its purl, or its kind and name. */
function refOf(component: FindingComponent): string {
  return onOneLine(component.purl ?? '') || `${component.kind}:${componentText(component)}`;
}

function toComponent(ref: string, { kind, name, version, purl }: FindingComponent): unknown {
  return {
    'bom-ref': ref,
    type: kind === 'image' ? 'container' : kind === 'product' ? 'application' : 'library',
    name: onOneLine(name) || '?',
    ...(version !== null && { version: onOneLine(version).slice(0, VERSION_CHARS_MAX) }),
    ...(purl !== undefined && { purl: onOneLine(purl) }),
  };
}

/** Of the schema. */
const VERSION_CHARS_MAX = 1024;
