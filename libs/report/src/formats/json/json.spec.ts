import { REASON_CODES } from '@stackcheck/stack-core';
import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { anyOutcome } from '../../testing/any-outcome';
import { SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import { JSON_FORMAT, OUTCOME_SCHEMA } from './json';

/** The schema lets members be added; here one that it does not know is a fault. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, value]) => [name, closed(value)] as const);
  return { ...Object.fromEntries(members), ...('required' in node && { additionalProperties: false }) };
}

const validate = new Ajv2020({ allowUnionTypes: true }).compile(closed(OUTCOME_SCHEMA) as object);
const written = (outcome: Parameters<typeof JSON_FORMAT.write>[0]): unknown => JSON.parse(JSON_FORMAT.write(outcome));

describe('the outcome as JSON', () => {
  it('is valid against its schema, whatever the texts hold', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        validate(written(outcome));

        expect(validate.errors).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it('has wire names and no others: a member that the schema does not know is a fault', () => {
    const wire = written(SAMPLE_OUTCOME) as { readonly findings: readonly object[] };

    expect(wire.findings[1]).toMatchObject({ move_to: '4.17.21', severity: 'high' });
    expect(validate({ ...wire, findings: [{ ...wire.findings[0], moveTo: '1' }] })).toBe(false);
  });

  it('knows every code of a reason', () => {
    expect(OUTCOME_SCHEMA).toMatchObject({ $defs: { finding: { properties: { code: { enum: REASON_CODES } } } } });
  });
});
