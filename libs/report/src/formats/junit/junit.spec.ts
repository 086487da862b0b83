import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { anyOutcome } from '../../testing/any-outcome';
import { SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import { JUNIT_FORMAT } from './junit';

const many = () => [SAMPLE_OUTCOME, ...fc.sample(anyOutcome, 25)].map((outcome) => JUNIT_FORMAT.write(outcome));

describe('JUnit XML', () => {
  it('counts the cases of each suite', () => {
    const text = JUNIT_FORMAT.write(SAMPLE_OUTCOME);
    const suites = [...text.matchAll(/<testsuite .*?<\/testsuite>/gs)].map(([suite]) => suite);

    const counts = (suite: string, pattern: RegExp) => (suite.match(pattern) ?? []).length;
    expect(suites.length).toBe(8);
    for (const suite of suites) {
      const [, tests, failures, errors, skipped] = /tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(
        suite,
      )!;
      expect([tests, failures, errors, skipped].map(Number)).toEqual(
        [/<testcase /g, /<failure /g, /<error /g, /<skipped /g].map((pattern) => counts(suite, pattern)),
      );
    }
  });

  it('says of a file that cannot be read that it is an error, never that it has no findings', () => {
    const [, suite] = /(<testsuite name="vendor\/old.lock".*?<\/testsuite>)/s.exec(JUNIT_FORMAT.write(SAMPLE_OUTCOME))!;

    expect(suite).toContain('errors="1"');
    expect(suite).not.toContain('no findings');
  });
});

const corpora = resolve(__dirname, '../../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const file = join(corpora, 'schemas', 'JUnit.xsd');

(existsSync(file) ? describe : describe.skip)('JUnit XML against its XSD', () => {
  it('is valid, whatever the texts hold', async () => {
    const xml = many().map((contents, at) => ({ fileName: `report-${at}.xml`, contents }));

    const { valid, errors } = await validateXML({ xml, schema: readFileSync(file, 'utf8') });

    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });

  it('(and a suite without a time would be seen)', async () => {
    const xml = JUNIT_FORMAT.write(SAMPLE_OUTCOME).replace(/ timestamp="[^"]*"/, '');

    expect((await validateXML({ xml, schema: readFileSync(file, 'utf8') })).valid).toBe(false);
  });
});
