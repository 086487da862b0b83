import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '@stackcheck/contract';
import { nameSent } from '@stackcheck/contract/wording';
import { QUERIES } from '@stackcheck/queries';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import fc from 'fast-check';
import { checkInput } from '../input/check-input';
import type { InputClass } from '../input/input-class';
import { inlinedSchemaOf } from '../input/inlined-schema';
import { anyChange, changed, HEAVY_BODIES, HOSTILE, INPUTS } from '../testing/hostile-inputs';
import { CATALOGUE } from './catalogue';

const GOLDEN = join(__dirname, '../../../../libs/queries/src/query/inputs.golden.json');

const FULL = process.env['CAMPAIGN'] === 'full';
/** Of the hostile values in each place, every so manieth. */
const EVERY = FULL ? 1 : 5;

/** The class of each query's input: the body of its route, else the parameters. */
const CLASSES: readonly (readonly [id: string, type: InputClass, examples: readonly object[]])[] = QUERIES.flatMap(
  ({ id }) => {
    const route = CATALOGUE.find(({ operationId }) => operationId === `service_${id}`)!;
    const type = (route.body ?? route.params) as InputClass | undefined;
    if (type === undefined) return [];
    const [, , examples] = INPUTS.find(([, of]) => of === type)!;
    return [[id, type, examples] as const];
  },
);

test('the recorded schemas of inputs are those of the input classes', () => {
  const schemas = Object.fromEntries(CLASSES.map(([id, type]) => [id, inlinedSchemaOf(type)]));
  const text = `${JSON.stringify(schemas, null, 2)}\n`;
  if (process.env['UPDATE_GOLDENS'] && !process.env['CI']) writeFileSync(GOLDEN, text);

  expect(schemas).toEqual(JSON.parse(readFileSync(GOLDEN, 'utf8')));
});

test('every query is a route of its name', () => {
  const views = CATALOGUE.flatMap(({ query, operationId }) => (query ? [[query, operationId]] : []));

  for (const query of QUERIES) expect(views).toContainEqual([query, `service_${query.id}`]);
});

/** The code of a refusal; undefined for what is taken. */
function refusal(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

/** No example has as many places where a value stands. */
const PLACES_MAX = 41;

describe('what reads the input of', () => {
  const readerOf = (id: string) => QUERIES.find((query) => query.id === id)!.read;

  it.each(CLASSES)('%s has the verdict of its class on random inputs', (id, type, examples) => {
    const read = readerOf(id);
    fc.assert(
      fc.property(fc.constantFrom(...examples), fc.array(anyChange, { maxLength: 3 }), (example, changes) => {
        const plain = changes.reduce(changed, example);

        expect(refusal(() => read(plain))).toBe(refusal(() => checkInput(type, plain, 'property')));
      }),
      { numRuns: FULL ? 300 : 60 },
    );
  });

  it.each(CLASSES)('%s has the verdict of its class on each hostile value in each place', (id, type, examples) => {
    const read = readerOf(id);
    const changes = Array.from({ length: PLACES_MAX }, (_, at) => [
      ...HOSTILE.map((value) => ({ at, kind: 'replace' as const, value, name: 'x' })),
      ...(['drop', 'repeat'] as const).map((kind) => ({ at, kind, value: null, name: 'x' })),
    ]).flat();
    const differing = examples
      .flatMap((example) => changes.map((change) => changed(example, change)))
      .filter((_plain, at) => at % EVERY === 0)
      .filter((plain) => refusal(() => read(plain)) !== refusal(() => checkInput(type, plain, 'property')));

    expect(differing).toEqual([]);
  });

  it.each(CLASSES)('%s has the verdict of its class on hostile bodies', (id, type) => {
    const read = readerOf(id);
    for (const [name, body] of Object.entries(HEAVY_BODIES)) {
      const plain = JSON.parse(body) as object;

      expect([name, refusal(() => read(plain))]).toEqual([name, refusal(() => checkInput(type, plain, 'property'))]);
    }
  });

  it.each(CLASSES)('%s refuses what is no object', (id) => {
    for (const raw of [null, undefined, 1, 'items', true, [], [{}]]) {
      expect(refusal(() => readerOf(id)(raw))).toBe('bad_request');
    }
  });

  it('osv_check gives lists their own names, and drops what is null', () => {
    const schema: JsonSchema = QUERIES.find(({ id }) => id === 'osv_check')!.schema.input;

    expect(schema).toMatchObject({ properties: { purls: { 'x-alias': 'packages' } } });
    expect(readerOf('osv_check')({ packages: ['pkg:npm/a@1.0.0'], min_severity: null })).toEqual({
      purls: ['pkg:npm/a@1.0.0'],
    });
  });

  it.each(['purls', 'packages'])('osv_check knows that its list was sent as `%s`', (sent) => {
    const [, type] = CLASSES.find(([id]) => id === 'osv_check')!;
    const raw = { [sent]: ['pkg:npm/a@1.0.0'] };
    const inputs = [readerOf('osv_check')(raw), checkInput(type, raw, 'property').instance];

    for (const input of inputs) expect(nameSent((input as { purls: string[] }).purls, 'purls')).toBe(sent);
  });
});
