import * as fc from 'fast-check';
import { UpstreamShapeError } from './index';
import { JSON_READERS, SCORES, scoresFromEpss } from './testing/readers';

const MEGABYTE = 1_000_000;
const RUNS = process.env['CAMPAIGN'] === 'full' ? 300 : 15;

/**
 * What no such document takes on an idle machine; one whose work grows with the square of its length takes minutes. The
 * longest of them takes a tenth of a second there.
 */
const GUARD_MS = 10_000;

type Step = string | number;
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Pieces that make regular expressions, orders of versions and decoders work hardest when they are repeated. */
const PIECES = [
  'a',
  ' ',
  '0',
  '9',
  '.',
  '-',
  '/',
  '1.',
  '1-a',
  'a1',
  '~',
  '^1',
  '(',
  ')]',
  '%2',
  '\\"',
  '"',
  '\n',
  '\u0000',
  '\ud800',
  'CVE-',
  'https://',
  'CVSS:3.1/a:b/',
  'pkg:docker/a',
  '__proto__',
];

const longText = fc
  .tuple(fc.constantFrom('', 'pkg:oci/a?repository_url=', 'https://a/', 'CVSS:3.1/', '1.0'), fc.constantFrom(...PIECES))
  .chain(([start, piece]) =>
    fc
      .constantFrom('', 'x', '!', '\n')
      .map((end) => start + piece.repeat(Math.floor(MEGABYTE / JSON.stringify(piece).length)) + end),
  );

const hostile: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: longText },
  { weight: 1, arbitrary: fc.constantFrom<Json>(null, true, 0, -1, 1e308, 1e-320, '', [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
);

/** A way into a document, whatever it is: a fraction for each step. */
const way = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 7 });

/** The place that a way leads to. */
function stepsOf(json: Json, fractions: readonly number[]): readonly Step[] {
  const [fraction, ...rest] = fractions;
  if (fraction === undefined || typeof json !== 'object' || json === null) return [];
  const names = Object.keys(json);
  const name = names[Math.floor(fraction * names.length)];
  if (name === undefined) return [];
  const step = Array.isArray(json) ? Number(name) : name;
  return [step, ...stepsOf((json as { [name: string]: Json })[name]!, rest)];
}

/** The document with the value at a place changed; only what lies on the way is copied. */
function changed(json: Json, [step, ...rest]: readonly Step[], change: (value: Json) => Json): Json {
  if (step === undefined) return change(json);
  const copy = (Array.isArray(json) ? [...json] : { ...(json as object) }) as { [name: string]: Json };
  copy[step] = changed(copy[step]!, rest, change);
  return copy;
}

/** As many of a list's elements, or members of an object under made-up names, as make a megabyte. */
function multiplied(value: Json): Json {
  if (typeof value !== 'object' || value === null) return [value];
  const parts = Object.values(value) as Json[];
  const count = Math.floor(MEGABYTE / (JSON.stringify(value).length + 12));
  const many = Array.from({ length: count }, () => parts).flat();
  return Array.isArray(value) ? many : Object.fromEntries(many.map((part, at) => [`name${at}`, part]));
}

/** Reads, and gives what was thrown that should not have been. */
function surprise(read: () => unknown): unknown {
  const started = performance.now();
  try {
    read();
  } catch (error) {
    if (!(error instanceof UpstreamShapeError) || typeof error.place !== 'string') return error;
  }
  const took = performance.now() - started;
  return took < GUARD_MS ? undefined : `it took ${took} ms`;
}

const HOSTILE_TEXTS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['lists in lists', '['.repeat(MEGABYTE)],
  ['lists in lists that are closed', '['.repeat(MEGABYTE / 2) + ']'.repeat(MEGABYTE / 2)],
  ['objects in objects', '{"result":'.repeat(MEGABYTE / 10)],
  ['one long text', `{"result":"${'x'.repeat(MEGABYTE)}"}`],
  ['one long text of escapes', `{"result":"${'\\"'.repeat(MEGABYTE / 2)}"}`],
  ['one long number', `{"total":${'9'.repeat(MEGABYTE)}}`],
  ['one long name', `{"${'x'.repeat(MEGABYTE)}":1}`],
  ['names without end', `{${Array.from({ length: MEGABYTE / 12 }, (_, at) => `"n${at}":0`).join()}}`],
  ['a text without its end', `{"result":"${'x'.repeat(MEGABYTE)}`],
  ['a byte order mark', '\ufeff{}'],
];

describe.each([...JSON_READERS])('$name of a document that a stranger wrote', ({ good, read }) => {
  it('ends soon, and throws nothing but its own error, whatever stands in it', () => {
    fc.assert(
      fc.property(way, hostile, (fractions, value) => {
        const document = changed(good as Json, stepsOf(good as Json, fractions), () => value);

        expect(surprise(() => read(document as object))).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('does so, however much of anything stands in it', () => {
    fc.assert(
      fc.property(way, (fractions) => {
        const document = changed(good as Json, stepsOf(good as Json, fractions), multiplied) as { total?: number };
        const { result } = document as { result?: readonly unknown[] };
        const announced = Array.isArray(result) ? { ...document, total: result.length } : document;

        expect(surprise(() => read(announced))).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});

describe.each(JSON_READERS.filter(({ takesText }) => takesText))(
  '$name of a text that a stranger wrote',
  ({ read }) => {
    it.each(HOSTILE_TEXTS)('ends soon, and throws nothing but its own error, where it is %s', (_what, text) => {
      expect(surprise(() => read(text))).toBeUndefined();
    });
  },
);

describe('scoresFromEpss of a text that a stranger wrote', () => {
  const [model = '', header = '', row = ''] = SCORES.split('\n');
  const head = `${model}\n${header}\n`;

  it('ends soon, and throws nothing but its own error', () => {
    fc.assert(
      fc.property(fc.oneof(longText, fc.string()), fc.constantFrom('', model, head, head + row), (text, start) => {
        expect(surprise(() => scoresFromEpss(start + text))).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('does so of rows in descending order', () => {
    const rows = Array.from({ length: MEGABYTE / 25 }, (_, at) => `CVE-2021-${99_999 - at},0.1,0.1`);

    expect(scoresFromEpss(head + rows.join('\n')).size).toBe(rows.length);
  });
});
