import 'reflect-metadata';
import { LIMITS, ServiceError } from '@stackcheck/contract';
import fc from 'fast-check';
import { CATALOGUE } from '../catalogue/catalogue';
import { anyChange, changed, HEAVY_BODIES, INPUTS } from '../testing/hostile-inputs';
import { checkInput, checkWhole, prepareCheck } from './check-input';
import { structureOf } from './input-structure';
import { reduceInput } from './reduce-input';
import { readBody } from '../catalogue/route-input';

/** The input as it is taken, or why it is refused. */
function verdict(
  check: () => object,
): { readonly taken: object } | { readonly code: string; readonly message: string } {
  try {
    return { taken: check() };
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message };
    throw error;
  }
}

const SEEN_BEFORE = /is not known|two names of one list|at most \d+ are allowed/;

/** Whether a member anywhere is called like one that every object has. */
function holdsInherited(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => name in Object.prototype || holdsInherited(part));
}

describe('an input that is reduced before class-validator sees it', () => {
  it.each(INPUTS)('of %s is judged as it would be whole, in the same words', (_name, type, of) => {
    fc.assert(
      fc.property(fc.constantFrom(...of), fc.array(anyChange, { maxLength: 3 }), (example, changes) => {
        const plain = changes.reduce(changed, example);
        const reduced = verdict(() => checkInput(type, plain, 'property').instance);
        // class-transformer drops members of such names, or breaks over them.
        if (holdsInherited(plain)) return void expect(reduced).toHaveProperty('message');
        const whole = verdict(() => checkWhole(type, plain));

        // What is refused before its class is asked is refused by the class, too.
        if ('message' in reduced && SEEN_BEFORE.test(reduced.message)) {
          return void expect(whole).toHaveProperty('message');
        }
        expect(reduced).toStrictEqual(whole);
      }),
      { numRuns: 150 },
    );
  });
});

/** How often a value, or one in it, is read. */
function counted(value: unknown, count: () => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      count();
      return counted(Reflect.get(target, name, receiver), count);
    },
    getOwnPropertyDescriptor(target, name) {
      count();
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + valuesIn(part), 1);
}

/** The fullest body that any route takes: three stacks of 100 CVEs, 50 purls and 50 items, each looked at a few times. */
const READS_MAX = 10 * 3 * (LIMITS.cvesMax + LIMITS.packagesMax + 3 * LIMITS.itemsMax);

describe.each(Object.entries(HEAVY_BODIES))('a heavy body with %s', (_name, text) => {
  const routes = CATALOGUE.filter(({ body }) => body);

  it('costs no more reads than the limits of a route allow', () => {
    for (const { body, operationId } of routes) {
      let reads = 0;
      const sent = counted(JSON.parse(text), () => reads++) as object;

      verdict(() => checkInput(body!, sent, 'property').instance);

      expect({ operationId, isBounded: reads < READS_MAX }).toEqual({ operationId, isBounded: true });
    }
  });

  it('leaves class-validator little to look at', () => {
    for (const { body, operationId } of routes) {
      const { structure } = prepareCheck(body!);
      const left = verdict(() => reduceInput(structure, JSON.parse(text) as object, 'property').plain);

      const values = 'taken' in left ? valuesIn(left.taken) : 0;

      expect({ operationId, isBounded: values < READS_MAX / 3 }).toEqual({ operationId, isBounded: true });
    }
  });

  it('is taken or refused in words', () => {
    for (const route of routes) {
      const outcome = verdict(() => readBody(route, Buffer.from(text)).instance);

      expect('code' in outcome ? outcome.code : 'taken').toMatch(/^(bad_request|too_many_items|taken)$/);
    }
  });
});

it('no input class has a list without a greatest length', () => {
  for (const { params, body } of CATALOGUE) {
    if (params) structureOf(params);
    if (body) structureOf(body);
  }
});

describe('the message of a fault says what would do', () => {
  const bodyOf = (operationId: string) => CATALOGUE.find((route) => route.operationId === operationId)!.body!;
  const item = { product: 'go', version: '1' };

  it.each<[string, object, string, string]>([
    ['service_eol_check', {}, 'bad_request', 'items is missing; it must be an array of {product, version}'],
    ['service_eol_check', { items: 5 }, 'bad_request', 'items must be an array of {product, version}'],
    [
      'service_eol_check',
      { items: [item, { product: 'go' }] },
      'bad_request',
      'items[1].version is missing; it must be a string, such as 3.12.4',
    ],
    [
      'service_eol_check',
      { items: [{ product: 'go', versoin: '1' }] },
      'bad_request',
      'property "items[0].versoin" is not known; did you mean "version"? known here: product, version',
    ],
    [
      'service_eol_check',
      { item: [] },
      'bad_request',
      'property "item" is not known; did you mean "items"? known here: items, as_of',
    ],
    ['service_eol_check', { extra: [] }, 'bad_request', 'property "extra" is not known; known here: items, as_of'],
    [
      'service_kev_check',
      { cvse: [] },
      'bad_request',
      'property "cvse" is not known; did you mean "cves"? known here: cves',
    ],
    [
      'service_stack_check',
      { policy: { constructor: [] } },
      'bad_request',
      'property "policy.constructor" is not known; known here: eol_within_days, min_severity, fail_on, report_latest, unlisted, epss_min, as_of',
    ],
    [
      'service_models_cheapest',
      { tokens: { inptu: 1 } },
      'bad_request',
      expect.stringMatching(
        /^property "tokens\.inptu" is not known; did you mean "input"\? known here: (\w+, )*input(, \w+)*$/,
      ) as string,
    ],
    [
      'service_stack_watch',
      { token: 'x', add: { items: Array(51).fill(item) } },
      'too_many_items',
      'add.items holds 51 entries; at most 50 are allowed',
    ],
    [
      'service_stack_watch',
      { token: 'x', add: { itmes: [item] } },
      'bad_request',
      'property "add.itmes" is not known; did you mean "items"? known here: items, images, cves, packages',
    ],
  ])('%s %j', (operationId, body, code, message) => {
    expect(verdict(() => checkInput(bodyOf(operationId), body, 'property').instance)).toEqual({ code, message });
  });
});
