import { LIMITS } from '@stackcheck/contract';
import fc from 'fast-check';
import { ROUTES } from '../composition/routes';
import type { InputClass } from '../input/input-class';

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

/** Every input class of the catalogue, with inputs that it takes or nearly takes. */
export const INPUTS: readonly (readonly [name: string, type: InputClass, examples: readonly object[]])[] =
  ROUTES.flatMap(({ operationId, params, body, example }) => {
    const of: (readonly [string, InputClass, readonly object[]])[] = [];
    if (params) of.push([`${operationId} params`, params, [{ ...example.pathParams, ...example.queryParams }]]);
    if (body) of.push([`${operationId} body`, body, [example.body as object, ...RICH]]);
    return of;
  });

/** Values that few members take, and around which bounds lie. */
export const HOSTILE: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    'a'.repeat(200),
    'a'.repeat(201),
    'a'.repeat(257),
    '\u{1F600}'.repeat(200),
    '\0',
    '\ud800',
    'café\u202e',
    '1',
    'CVE-1',
    'eol',
    0,
    -1,
    0.5,
    1e21,
    true,
    false,
  ],
  ...[[], {}, [[]], [null], [{}], [1, 'a'], { length: 1 }, { toString: 1 }, { items: [] }, ['node:24', 'node:24']],
];
const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'then', 'product', 'version', 'items', 'limit', 'x', '0'];

/** What is changed, and how. */
export interface Change {
  readonly at: number;
  readonly kind: 'replace' | 'drop' | 'add' | 'repeat';
  readonly value: unknown;
  readonly name: string;
}

/** One change of an input. */
export const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  kind: fc.constantFrom('replace', 'drop', 'add', 'repeat'),
  value: fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 2 })),
  name: fc.oneof(fc.constantFrom(...NAMES), fc.string()),
});

/** A copy of a value with one of its places changed. */
export function changed(root: object, { at, kind, value, name }: Change): object {
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

/** Of a text and its repetition, as much as fits into a body. */
function filled(head: string, unit: string, tail: string): string {
  const count = Math.floor((LIMITS.bodyBytesMax - head.length - tail.length + 1) / (unit.length + 1));
  return head + Array<string>(count).fill(unit).join() + tail;
}

const ITEM = '{"product":"a","version":"1"}';

/** Bodies of 64 KB that look like much work. */
export const HEAVY_BODIES: Readonly<Record<string, string>> = {
  'a list of empty objects for an item': filled('{"items":[[', '{}', ']]}'),
  'empty objects for items': filled('{"items":[', '{}', ']}'),
  'items beyond number': filled('{"items":[', ITEM, ']}'),
  'items beyond number to be added': filled('{"token":"x","add":{"items":[', ITEM, ']}}'),
  'empty objects to be added': filled('{"token":"x","add":{"items":[', '{}', ']}}'),
  'a list of empty objects to be added': filled('{"token":"x","remove":{"items":[[', '{}', ']]}}'),
  'a list for a policy': filled('{"items":[],"policy":[', '{}', ']}'),
  'words beyond number': filled('{"items":[],"policy":{"fail_on":[', '"eol"', ']}}'),
  'a list of empty objects for a CVE': filled('{"cves":[[', '{}', ']]}'),
  'empty lists for CVEs': filled('{"cves":[', '[]', ']}'),
  'numbers for purls': filled('{"purls":[', '1', ']}'),
  'empty objects for packages': filled('{"packages":[', '{}', ']}'),
  'empty objects for names': filled('{"tokens":{"input":1},"constraints":{"providers":[', '{}', ']}}'),
  'a list of empty objects for names': filled('{"tokens":{"input":1},"constraints":{"models":[[', '{}', ']]}}'),
  'a list for tokens': filled('{"tokens":[', '{}', ']}'),
  'a list for a constraint': filled('{"tokens":{"input":1},"constraints":{"kind":[', '{}', ']}}'),
  'a list for a product': filled('{"items":[{"product":[', '{}', '],"version":"1"}]}'),
  'a list for a token': filled('{"token":[', '{}', ']}'),
  'unknown members': `{${Array.from({ length: 5_000 }, (_, at) => `"a${at}":1`).join()}}`,
  'unknown members of an item': `{"items":[{${Array.from({ length: 5_000 }, (_, at) => `"a${at}":1`).join()}}]}`,
  'members of unknown members': filled('{"constructor":{"a":[', '{}', ']}}'),
  'one nest in another': `{"items":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  'one object in another': `${'{"add":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  'one long number': `{"limit":${'9'.repeat(65_000)}}`,
  'one long text': `{"items":[{"product":"${'x'.repeat(65_000)}","version":"1"}]}`,
  'a list in the body of a dry run': filled('{"route":"POST /v1/eol/check","body":{"items":[[', '{}', ']]}}'),
  'items in the body of a dry run': filled('{"route":"POST /v1/eol/check","body":{"items":[', '{}', ']}}'),
  'parameters of a dry run': `{"route":"GET /v1/eol/image","parameters":{${Array.from({ length: 5_000 }, (_, at) => `"a${at}":1`).join()}}}`,
  'one member again and again': `{${Array<string>(6_000).fill('"items":[]').join()}}`,
};
