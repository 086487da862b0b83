import fc from 'fast-check';
import { createSchemaCheck } from '../oracle/schema-check';
import type { Schema } from '../oracle/served-api';
import { acceptedBy, nearlyAcceptedBy } from './schema-arbitraries';

const schemas: Readonly<Record<string, Schema>> = {
  Item: {
    type: 'object',
    properties: {
      product: { type: 'string', minLength: 1, maxLength: 5 },
      count: { type: 'integer', minimum: 3, maximum: 4 },
    },
    required: ['product'],
    additionalProperties: false,
  },
  Batch: {
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: '#/components/schemas/Item' }, minItems: 1, maxItems: 7 },
      kind: { enum: ['a', null] },
      on: { type: 'boolean' },
      price: { type: 'number' },
      version: { const: 1 },
    },
    required: ['items', 'kind'],
    additionalProperties: false,
  },
  Named: {
    type: 'object',
    properties: {
      purls: { type: 'string' },
      packages: { type: 'string' },
      a: { type: 'string' },
      b: { type: 'string' },
    },
    allOf: [{ oneOf: [{ required: ['purls'] }, { required: ['packages'] }] }, { not: { required: ['a', 'b'] } }],
    additionalProperties: false,
  },
};
const named: Schema = { $ref: '#/components/schemas/Named' };
const batch: Schema = { $ref: '#/components/schemas/Batch' };
const context = { schemas, words: () => fc.constantFrom('', 'nodejs', 'go') };
const check = createSchemaCheck({ schemas });

describe('values made from a schema', () => {
  it('are accepted by it', () => {
    fc.assert(fc.property(acceptedBy(batch, context), (value) => check(batch, value) === undefined));
    fc.assert(fc.property(acceptedBy(named, context), (value) => check(named, value) === undefined));
  });

  it('when they are to be near, are refused by it most of the time', () => {
    const values = fc.sample(nearlyAcceptedBy(batch, context), { numRuns: 500, seed: 1 });
    const refused = values.filter((value) => check(batch, value) !== undefined);

    expect(refused.length).toBeGreaterThan(400);
  });
});
