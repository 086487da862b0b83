import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { Outcome } from '../../outcome';
import { anyOutcome, HOSTILE_TEXTS } from '../../testing/any-outcome';
import { makeFinding, SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import { relativeUri } from './relative-uri';
import { SARIF_FORMAT } from './sarif';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly { readonly justification: string }[];
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly help: object }[] } };
  readonly results: readonly Result[];
}

const runOf = (outcome: Outcome): Run =>
  (JSON.parse(SARIF_FORMAT.write(outcome)) as { readonly runs: readonly [Run] }).runs[0];
const withFindings = (...findings: Outcome['findings']): Outcome => ({
  ...SAMPLE_OUTCOME,
  findings,
  accepted: [],
  known: [],
});

describe('SARIF', () => {
  it('names each rule once, and every result names a rule by its id and index', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const { tool, results } = runOf(outcome);
        const ids = tool.driver.rules.map(({ id }) => id);

        expect(new Set(ids).size).toBe(ids.length);
        expect(results.map(({ ruleIndex }) => ids[ruleIndex])).toEqual(results.map(({ ruleId }) => ruleId));
      }),
      { numRuns: 40 },
    );
  });

  it('has the same fingerprints after an update that does not help and a move within the file', () => {
    const before = makeFinding();
    const after = makeFinding({
      component: { ...before.component, version: '4.17.16', purl: 'pkg:npm/lodash@4.17.16' },
      places: [{ path: 'package-lock.json', line: 999 }],
    });

    const [was] = runOf(withFindings(before)).results;
    const [is] = runOf(withFindings(after)).results;

    expect(is!.partialFingerprints).toEqual(was!.partialFingerprints);
  });

  it.each([
    ['another vulnerability', makeFinding({ id: 'CVE-2020-8203' })],
    ['another file', makeFinding({ places: [{ path: 'web/package-lock.json' }] })],
    ['another package', makeFinding({ component: { ...makeFinding().component, purl: 'pkg:npm/lodash-es@4.17.15' } })],
    ['another kind', makeFinding({ code: 'kev' })],
    ['the same once more', makeFinding()],
  ])('has other fingerprints for %s', (_what, other) => {
    const [first, second] = runOf(withFindings(makeFinding(), other)).results;

    expect(second!.partialFingerprints['primaryLocationLineHash']).not.toBe(
      first!.partialFingerprints['primaryLocationLineHash'],
    );
  });

  it('suppresses what is accepted or known, with the reason', () => {
    const suppressed = runOf(SAMPLE_OUTCOME).results.flatMap(({ suppressions }) => suppressions ?? []);

    expect(suppressed.map(({ justification }) => justification)).toEqual([
      'Accepted until 2027-03-31: only our own build scripts are parsed with it',
      'the xmlattr filter is not used',
      'It is in the baseline.',
    ]);
  });

  it.each([
    ['Dockerfile', 'Dockerfile'],
    ['a b/ü.txt', 'a%20b/%C3%BC.txt'],
    ['c:d/100%.lock', 'c%3Ad/100%25.lock'],
    ['/etc/x', 'etc/x'],
    ['//host/x', 'host/x'],
    ['a?b#c', 'a%3Fb%23c'],
    ['\ud83d', '%EF%BF%BD'],
  ])('gives %j as the URI %s', (path, uri) => {
    expect(relativeUri(path)).toBe(uri);
  });

  it.each(HOSTILE_TEXTS)('never makes an absolute URI of %j', (path) => {
    expect(new URL(relativeUri(path), 'https://example.org/folder/').host).toBe('example.org');
  });
});

const corpora = resolve(__dirname, '../../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const file = join(corpora, 'schemas', 'sarif-schema-2.1.0.json');

(existsSync(file) ? describe : describe.skip)('SARIF against the schema of OASIS', () => {
  it('is valid, whatever the texts hold', () => {
    const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
    const formats = { uri: isUri, 'uri-reference': isUriReference, 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ };
    const validate = new Ajv({ strict: false, formats }).compile({ ...schema, $schema: undefined, id: undefined });

    for (const outcome of [SAMPLE_OUTCOME, ...fc.sample(anyOutcome, 40)]) {
      validate(JSON.parse(SARIF_FORMAT.write(outcome)));

      expect(validate.errors).toBeNull();
    }
  });
});

function isUri(text: string): boolean {
  return URL.canParse(text);
}

/** The characters of RFC 3986, each percent sign before two digits. */
function isUriReference(text: string): boolean {
  return /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-F]{2})*$/i.test(text);
}
