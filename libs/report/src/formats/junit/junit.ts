import { onOneLine, xmlAttribute, xmlText } from '@stackcheck/pictures/markup';
import type { Finding, Outcome } from '../../outcome';
import { componentText, fullSentence, placeText } from '../../text/finding-texts';
import { addTo } from '../../text/grouped-by';
import { instantOf, provenanceText, snapshotNames } from '../../text/provenance';
import type { ReportFormat } from '../report-format';

/**
 * JUnit XML as Ant writes it (the XSD of Windy Road): a suite for each file, a case for each finding in it. What fails is a
 * failure, what is unknown an error, what is accepted skipped; warnings pass and say so in `system-out`.
 */
export const JUNIT_FORMAT: ReportFormat = {
  id: 'junit',
  label: 'JUnit XML, for CI servers',
  mediaType: 'application/xml',
  extension: '.xml',
  write: (outcome) => {
    const suites = [...casesByPath(outcome)].map(([path, cases], id) => suiteText(outcome, path, cases, id));
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
  },
};

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly outcome: 'failure' | 'error' | 'skipped' | 'passed';
  readonly type: string;
  readonly message: string;
  readonly body: string;
}

/** Every file that was read or that a finding names. One without findings has one case, which passed, unless it could not be read. */
function casesByPath(outcome: Outcome): ReadonlyMap<string, readonly Case[]> {
  const cases = new Map<string, Case[]>(
    outcome.inventory.map((file) => [file.path, file.readable ? [] : [unreadCase(file)]]),
  );
  const add = (finding: Finding, skipped?: string) => {
    for (const path of new Set(finding.places.map((place) => place.path))) {
      addTo(cases, path, caseOf(finding, path, skipped));
    }
  };
  for (const finding of outcome.findings) add(finding);
  for (const { finding, until, reason } of outcome.accepted) {
    add(finding, until === null ? reason : `accepted until ${until}: ${reason}`);
  }
  for (const finding of outcome.known) add(finding, 'known to the baseline');
  return cases;
}

function caseOf(finding: Finding, path: string, skipped: string | undefined): Case {
  const message = fullSentence(finding);
  return {
    name: `${finding.code}: ${componentText(finding.component)}: ${onOneLine(finding.id)}`,
    classname: onOneLine(path),
    outcome: skipped === undefined ? OUTCOMES[finding.level] : 'skipped',
    type: finding.code,
    message: skipped === undefined ? message : onOneLine(skipped),
    body: [message, ...finding.places.map(placeText)].join('\n'),
  };
}

const OUTCOMES = { fail: 'failure', unknown: 'error', warn: 'passed', info: 'passed' } as const;

function suiteText(outcome: Outcome, path: string, found: readonly Case[], id: number): string {
  const cases = found.length > 0 ? found : [passedCase(path)];
  const count = (what: Case['outcome']) => cases.filter((each) => each.outcome === what).length;
  const attributes = attributesOf({
    name: token(path),
    package: 'stackcheck',
    id,
    // A check has no clock of its own: the time of its data, without the zone, which the schema does not allow.
    timestamp: instantOf(outcome).slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: 0,
  });
  const said = cases.filter(({ outcome: what, body }) => what === 'passed' && body !== '').map(({ body }) => body);
  return [
    `  <testsuite ${attributes}>`,
    `    <properties>`,
    ...propertiesOf(outcome).map((property) => `      <property ${attributesOf(property)}/>`),
    `    </properties>`,
    ...cases.map(caseText),
    `    <system-out>${xmlText(said.join('\n\n'))}</system-out>`,
    `    <system-err></system-err>`,
    `  </testsuite>\n`,
  ].join('\n');
}

function propertiesOf(outcome: Outcome): readonly { readonly name: string; readonly value: string }[] {
  return [
    { name: 'verdict', value: outcome.verdict },
    { name: 'day', value: outcome.day },
    { name: 'snapshots', value: snapshotNames(outcome) },
    { name: 'provenance', value: provenanceText(outcome) },
  ];
}

function passedCase(path: string): Case {
  return { name: 'no findings', classname: onOneLine(path), outcome: 'passed', type: '', message: '', body: '' };
}

function unreadCase({ path, problems }: Outcome['inventory'][number]): Case {
  const message = onOneLine(problems.map((problem) => problem.message).join('; ')) || 'cannot be read';
  return { name: 'cannot be read', classname: path, outcome: 'error', type: 'unreadable', message, body: message };
}

function caseText({ name, classname, outcome, type, message, body }: Case): string {
  const head = `    <testcase ${attributesOf({ name: token(name), classname: token(classname), time: 0 })}`;
  if (outcome === 'passed') return `${head}/>`;
  const about = attributesOf(outcome === 'skipped' ? { message } : { type, message });
  return `${head}>\n      <${outcome} ${about}>${xmlText(body)}</${outcome}>\n    </testcase>`;
}

function attributesOf(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${xmlAttribute(String(value))}"`)
    .join(' ');
}

/** A value of type `xs:token` that is not empty. */
function token(text: string): string {
  return onOneLine(text).replace(/ +/g, ' ') || '?';
}
