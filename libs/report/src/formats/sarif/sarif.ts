import type { AcceptedFinding, Finding, FindingPlace, Outcome } from '../../outcome';
import { fullSentence, componentText } from '../../text/finding-texts';
import { groupedBy } from '../../text/grouped-by';
import { onOneLine } from '@stackcheck/pictures/markup';
import type { ReportFormat } from '../report-format';
import { fingerprintsIn, type Fingerprints } from './fingerprints';
import { relativeUri } from './relative-uri';
import { ruleIdOf, rulesOf } from './rules';

/**
 * SARIF 2.1.0 (OASIS, 27 March 2020): one result for each file that a finding names, so that it has one fingerprint; accepted
 * and known findings are suppressed results.
 */
export const SARIF_FORMAT: ReportFormat = {
  id: 'sarif',
  label: 'SARIF 2.1.0, for code scanning',
  mediaType: 'application/sarif+json',
  extension: '.sarif',
  write: (outcome) => `${JSON.stringify(toLog(outcome), null, 2)}\n`,
};

const SCHEMA_URI = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const SOURCE_ROOT = '%SRCROOT%';

/** A finding as it is reported, with why it does not count. */
interface Reported {
  readonly finding: Finding;
  readonly suppressed?: string;
}

function toLog(outcome: Outcome): unknown {
  const reported: readonly Reported[] = [
    ...outcome.findings.map((finding) => ({ finding })),
    ...outcome.accepted.map((accepted) => ({ finding: accepted.finding, suppressed: justification(accepted) })),
    ...outcome.known.map((finding) => ({ finding, suppressed: 'It is in the baseline.' })),
  ];
  const rules = rulesOf(reported.map(({ finding }) => finding));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const fingerprints = fingerprintsIn();
  return {
    $schema: SCHEMA_URI,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'stackcheck', version: onOneLine(outcome.version), rules } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [SOURCE_ROOT]: { description: { text: 'The folder that was checked.' } } },
        results: reported.flatMap((each) => resultsOf(each, indexes, fingerprints)),
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: outcome.notices.map((notice) => ({
              level: 'note',
              message: { text: said(notice) },
            })),
          },
        ],
        properties: { verdict: outcome.verdict, day: outcome.day, snapshots: outcome.snapshots },
      },
    ],
  };
}

function justification({ until, reason }: AcceptedFinding): string {
  return said(until === null ? reason : `Accepted until ${until}: ${reason}`);
}

function resultsOf(
  { finding, suppressed }: Reported,
  rules: ReadonlyMap<string, number>,
  fingerprints: Fingerprints,
): readonly unknown[] {
  const ruleId = ruleIdOf(finding);
  return [...groupedBy(finding.places, ({ path }) => path)].map(([path, [first, ...others]]) => ({
    ruleId,
    ruleIndex: rules.get(ruleId),
    level: LEVELS[finding.level],
    message: { text: said(fullSentence(finding)) },
    locations: first === undefined ? [] : [locationOf(first)],
    ...(others.length > 0 && { relatedLocations: others.map((place, id) => ({ id, ...locationOf(place) })) }),
    partialFingerprints: fingerprints(finding, path),
    ...(suppressed !== undefined && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: suppressed }],
    }),
    properties: {
      code: finding.code,
      component: componentText(finding.component),
      ...(finding.component.purl !== undefined && { purl: finding.component.purl }),
      ...(finding.moveTo !== null && { move_to: finding.moveTo }),
      ...(finding.dev && { dev: true }),
    },
  }));
}

/** A finding in doubt fails the check by default, and yet nothing was found: a warning. */
const LEVELS = { fail: 'error', unknown: 'warning', warn: 'warning', info: 'note' } as const;

function locationOf({ path, line }: FindingPlace): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: relativeUri(path), uriBaseId: SOURCE_ROOT },
      ...(line !== undefined && { region: { startLine: line } }),
    },
  };
}

/** A message holds at least one character. */
function said(text: string): string {
  return onOneLine(text) || '?';
}
