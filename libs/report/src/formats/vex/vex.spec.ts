import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { anyOutcome } from '../../testing/any-outcome';
import { makeFinding, SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import type { Outcome } from '../../outcome';
import { VEX_FORMAT } from './vex';

interface Bom {
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly vulnerabilities: readonly {
    readonly id: string;
    readonly analysis: object;
    readonly affects: readonly { readonly ref: string }[];
  }[];
}

const bomOf = (outcome: Outcome): Bom => JSON.parse(VEX_FORMAT.write(outcome)) as Bom;

describe('VEX', () => {
  it('says of what nobody judged that it is in triage, and repeats what an acceptance says', () => {
    const states = bomOf(SAMPLE_OUTCOME).vulnerabilities.map(({ id, analysis }) => [id, analysis]);

    expect(Object.fromEntries(states)).toMatchObject({
      'CVE-2021-44228': { state: 'in_triage' },
      'CVE-2021-23337': { state: 'in_triage' },
      'CVE-2020-8203': { state: 'in_triage' },
      'CVE-2021-44906': { state: 'in_triage', detail: expect.stringContaining('Accepted until 2027-03-31') },
      'CVE-2024-22195': { state: 'not_affected', justification: 'code_not_reachable' },
    });
  });

  it('never says not_affected without an acceptance that says so', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const accepted = outcome.accepted.map(({ assessment: _assessment, ...rest }) => rest);

        expect(VEX_FORMAT.write({ ...outcome, accepted })).not.toMatch(/"state": "(?:not_affected|resolved)"/);
      }),
      { numRuns: 40 },
    );
  });

  it('names only components that it lists, each once, and no end of life', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const { components, vulnerabilities } = bomOf(outcome);
        const refs = components.map((component) => component['bom-ref']);

        expect(new Set(refs).size).toBe(refs.length);
        expect(vulnerabilities.flatMap(({ affects }) => affects.filter(({ ref }) => !refs.includes(ref)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
    const findings = [makeFinding({ code: 'eol', id: 'nodejs@18' })];
    expect(bomOf({ ...SAMPLE_OUTCOME, findings, accepted: [], known: [] }).vulnerabilities).toEqual([]);
  });

  it('is valid against the schema of CycloneDX 1.6, whatever the texts hold', () => {
    const folder = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res', 'schema');
    const schemaOf = (name: string) =>
      JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
    const ajv = new Ajv({
      strict: false,
      formats: {
        'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
        'iri-reference': /^\S*$/,
        'idn-email': true,
        uri: true,
        string: true,
      },
      schemas: Object.fromEntries(
        ['spdx', 'jsf-0.82'].map((name) => [
          `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
          { ...schemaOf(name), $id: undefined },
        ]),
      ),
    });
    const validate = ajv.compile(schemaOf('bom-1.6'));

    for (const outcome of [SAMPLE_OUTCOME, ...fc.sample(anyOutcome, 30)]) {
      validate(bomOf(outcome));

      expect(validate.errors).toBeNull();
    }
  });
});
