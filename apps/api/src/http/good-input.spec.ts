import 'reflect-metadata';
import { ServiceError } from '@stackcheck/contract';
import { Transform, Type } from 'class-transformer';
import { IsString, ValidateIf, ValidatePromise } from 'class-validator';
import fc from 'fast-check';
import { CATALOGUE } from '../routes/catalogue';
import type { InputClass } from '../routes/define-route';
import { goodInput } from './good-input';
import { checkWhole } from './read-input';

/** Bodies that use every member of every class. */
const RICH: readonly object[] = [
  {
    items: [{ product: 'nodejs', version: '24' }],
    images: ['node:24'],
    cves: ['CVE-2021-44228'],
    packages: ['pkg:npm/lodash@4.17.20'],
    policy: { eol_within_days: 30, min_severity: 'high', fail_on: ['eol'], report_latest: true },
    token: 'scw1.x',
    add: { items: [{ product: 'go', version: '1' }], images: ['go:1'] },
    remove: { cves: ['CVE-2021-44228'] },
    full: true,
  },
  {
    tokens: { input: 3_000, output: 1_000, cache_read: 0 },
    requests: 10,
    constraints: { kind: 'chat', input_modalities: ['text'], providers: ['openai'], max_cost_usd: 0.5, batch: false },
    limit: 5,
  },
];

const inputs: readonly (readonly [name: string, type: InputClass, examples: readonly object[]])[] = CATALOGUE.flatMap(
  ({ operationId, params, body, example }) => {
    const of: (readonly [string, InputClass, readonly object[]])[] = [];
    if (params) of.push([`${operationId} params`, params, [{ ...example.pathParams, ...example.queryParams }]]);
    if (body) of.push([`${operationId} body`, body, [example.body as object, ...RICH]]);
    return of;
  },
);

const HOSTILE: readonly unknown[] = [
  ...[null, '', ' ', 'a'.repeat(201), '\0', '\ud800', 'café\u202e', '1', 'CVE-1', 'eol', 0, -1, 0.5, 1e21, true, false],
  ...[[], {}, [[]], [null], [{}], [1, 'a'], { length: 1 }, { toString: 1 }, { items: [] }, ['node:24', 'node:24']],
];
const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'then', 'product', 'version', 'items', 'limit', 'x', '0'];

interface Change {
  readonly at: number;
  readonly kind: 'replace' | 'drop' | 'add' | 'repeat';
  readonly value: unknown;
  readonly name: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  kind: fc.constantFrom('replace', 'drop', 'add', 'repeat'),
  value: fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 2 })),
  name: fc.oneof(fc.constantFrom(...NAMES), fc.string()),
});

/** A copy of a value with one of its places changed. */
function changed(root: object, { at, kind, value, name }: Change): object {
  const copy = JSON.parse(JSON.stringify(root)) as object;
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk((node as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  const [node, key] = places[at % Math.max(1, places.length)] ?? [copy as Record<string, unknown>, name];
  if (kind === 'replace') node[key] = value;
  else if (kind === 'drop') delete node[key];
  else if (kind === 'repeat') node[key] = [node[key], node[key]];
  else if (name !== '__proto__') node[name] = value;
  // Only what JSON can say arrives here.
  return JSON.parse(JSON.stringify(copy)) as object;
}

function whole(type: InputClass, plain: object): object | undefined {
  try {
    return checkWhole(type, plain, '');
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

describe('the short way through the check of an input', () => {
  it.each(inputs)('of %s takes what is plainly good', (_name, type, [example]) => {
    const taken = goodInput(type)(example!);

    expect(taken).toBeInstanceOf(type);
    expect(taken).toStrictEqual(checkWhole(type, example!, ''));
  });

  it.each(inputs)(
    'of %s never says yes where class-validator says no, and gives the same instance',
    (_name, type, of) => {
      const short = goodInput(type);

      fc.assert(
        fc.property(fc.constantFrom(...of), fc.array(change, { maxLength: 3 }), (example, changes) => {
          const plain = changes.reduce(changed, example);
          const taken = short(plain);

          if (taken !== undefined) expect(taken).toStrictEqual(whole(type, plain));
        }),
        { numRuns: 300 },
      );
    },
  );

  class Renamed {
    @IsString()
    @Transform(({ value }) => String(value).toUpperCase())
    name!: string;
  }
  class Sometimes {
    @IsString({ validateIf: () => false })
    name!: string;
  }
  class Later {
    @ValidatePromise()
    name!: string;
  }
  class Unchecked {
    @IsString()
    @Type(() => Renamed)
    name!: string;
  }
  class WithCondition {
    @ValidateIf(({ name }: WithCondition) => name !== 'free')
    @IsString()
    other!: string;

    @IsString()
    name!: string;
  }

  it.each([Renamed, Sometimes, Later, Unchecked])(
    'says nothing of %p, which has decorators that it does not know',
    (type) => expect(goodInput(type)({ name: 'a' })).toBeUndefined(),
  );

  it('asks conditions as class-validator does', () => {
    const short = goodInput(WithCondition);

    expect(short({ name: 'free' })).toStrictEqual(checkWhole(WithCondition, { name: 'free' }, ''));
    expect(short({ name: 'paid' })).toBeUndefined();
  });
});
