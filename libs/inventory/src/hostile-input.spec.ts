import { readPackage } from '@stackcheck/osv-core';
import * as fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { FILE_LIMITS } from './entries/limits';
import type { Format } from './entries/format';
import { FORMATS } from './formats';
import { readFile, type FileInventory } from './read-file';
import { readTextCases } from './testing/read-cases';

/** The texts of all tables of cases: small files of every kind. */
const SAMPLES = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(__dirname, name)).map((file) => join(__dirname, name, file)))
  .filter((file) => file.endsWith('.cases.txt') && existsSync(file))
  .flatMap((file) => readTextCases(readFileSync(file, 'utf8')))
  .map(({ title, text }) => ({ title, text }));

/** Of the format that a title names, by its id or by the name of a file; any where there is none. */
function samplesOf(format: Format): readonly string[] {
  const own = SAMPLES.filter(
    ({ title }) => title.startsWith(`${format.id}:`) || format.matches(`a/${title.split(',')[0]}`),
  );
  return (own.length === 0 ? SAMPLES : own).map(({ text }) => text);
}

const NASTY = [
  ...['__proto__', 'constructor', 'toString', '"__proto__":{"a":1},', '__proto__: {a: 1}\n', '[__proto__]\n'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u2028',
    '\ud800',
    '😀',
    '#',
    '=',
    '@',
    '/',
    '<',
    '&amp;',
  ],
  ...[
    'null',
    'true',
    '-1',
    '1e999',
    '{}',
    '[]',
    '[[]]',
    '""',
    '~',
    '*a',
    '&a ',
    '<<: *a\n',
    '!!js/function ',
    '---\n',
    '...\n',
  ],
  ...[
    '${A:-${B}}',
    '{{ .Values }}',
    '://user:pass@',
    '../../etc/passwd',
    'x'.repeat(3000),
    '1'.repeat(400),
    '%',
    '%zz',
    '%40',
  ],
];

/** Values of JSON, YAML and TOML of other types than expected; any of them may stand for any word or text. */
const OTHER_VALUES = [
  '1',
  '-0.5',
  'true',
  '[]',
  '{}',
  '""',
  '[1]',
  '[[]]',
  '{"a":1}',
  'null',
  '',
  '"__proto__"',
  '"a b"',
];

interface Mutation {
  /** Of the words and texts of the sample, or of its characters. */
  readonly at: number;
  readonly isWord: boolean;
  readonly length: number;
  readonly value: string;
  readonly nasty: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat({ max: 4000 }),
  isWord: fc.boolean(),
  length: fc.nat({ max: 12 }),
  value: fc.constantFrom(...OTHER_VALUES),
  nasty: fc.constantFrom('', ...NASTY),
});

const WORD = /"[^"\n]*"|'[^'\n]*'|[\w.@/^*-]+/g;

function mutated(text: string, mutations: readonly Mutation[]): string {
  return mutations.reduce((now, { at, isWord, length, value, nasty }) => {
    const words = isWord ? [...now.matchAll(WORD)] : [];
    const word = words[at % Math.max(words.length, 1)];
    const start = word?.index ?? at % Math.max(now.length, 1);
    const end = start + (word === undefined ? length : word[0].length);
    return now.slice(0, start) + (word === undefined ? nasty : value) + now.slice(end);
  }, text);
}

/** What holds for whatever is read. */
function requireHandled(found: FileInventory | undefined, lineCount: number): void {
  const { packages, images, products, identified, apart, problems } = found as FileInventory;
  const entries = [...packages, ...images, ...products, ...identified, ...apart];
  const lines = [...entries, ...problems].flatMap(({ line }) => (line === undefined ? [] : [line]));
  const unread = packages
    .map(({ purl }) => readPackage(purl))
    .filter((read) => !read.ok && read.reason === 'invalid_purl');

  expect(entries.length).toBeLessThanOrEqual(FILE_LIMITS.entriesMax);
  expect(problems.length).toBeLessThanOrEqual(FILE_LIMITS.problemsMax);
  expect(problems.every(({ message }) => message.length > 0 && message.length < 1000)).toBe(true);
  expect(lines.every((line) => Number.isInteger(line) && line >= 1 && line <= lineCount)).toBe(true);
  expect(unread).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
}

function readText(format: Format, text: string): void {
  const bytes = new TextEncoder().encode(text);

  // Whatever it names is there, and is this very file.
  const found = readFile({ path: 'file', bytes, near: () => bytes }, format);
  requireHandled(found, text.split(/\r\n|\n|\r/).length);
}

describe.each(FORMATS.map((format) => ({ id: format.id, format })))('hostile input: $id', ({ format }) => {
  it('ends with problems for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        requireHandled(readFile({ path: 'file', bytes }, format), bytes.length + 1);
      }),
      { numRuns: 15 },
    );
  });

  it('ends with problems for files that were changed at random', () => {
    const sample = fc.constantFrom(...samplesOf(format));

    fc.assert(
      fc.property(sample, fc.array(mutation, { minLength: 1, maxLength: 3 }), (text, mutations) => {
        readText(format, mutated(text, mutations));
      }),
      { numRuns: 60 },
    );
  });

  it.each(Object.entries(hostileTexts()))('ends with problems for %s', (_what, text) => {
    readText(format, text);
  });
});

function hostileTexts(): Readonly<Record<string, string>> {
  const laughs = Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${i === 0 ? 'ha' : `*a${i - 1},`.repeat(9)}]\n`);
  return {
    nothing: '',
    'deep lists': '['.repeat(5000),
    'deep objects': '{"a":'.repeat(5000),
    'deep tables': `[${'a.'.repeat(5000)}a]\n`,
    'deep elements': '<a>'.repeat(5000),
    'deep YAML': Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
    'billion laughs': `${laughs.join('')}services: {a: {image: *a8}}\npackages: *a8\n`,
    'an alias of itself': 'a: &a [*a]\n',
    'a long line': `${'a '.repeat(20_000)}\n`,
    'long words': `${'a'.repeat(50_000)}==1.0\n`,
    'many backslashes': 'a\\\n'.repeat(5000),
    'many quotes': '"'.repeat(5001),
    'keys of all objects':
      '{"__proto__":{"packages":{}},"constructor":{"prototype":{}},"packages":{"__proto__":{"version":"1"}}}',
  };
}

/** Files of many entries: of lists of entries one, as they share their bound, and one for each parser. */
describe('hostile input: more entries than are read', () => {
  const many = (write: (index: number) => string) =>
    Array.from({ length: FILE_LIMITS.entriesMax + 1 }, (_, i) => write(i)).join('');

  it.each([['yarn-lockfile', () => many((i) => `a${i}@1:\n  version "1"\n`)]])(
    '%s stops at 200,000 and says so',
    (id, write) => {
      const bytes = new TextEncoder().encode(write());
      const found = readFile(
        { path: 'file', bytes },
        FORMATS.find((format) => format.id === id),
      );

      expect(found?.packages).toHaveLength(FILE_LIMITS.entriesMax);
      expect(found?.problems).toEqual([
        expect.objectContaining({ message: expect.stringContaining('200000 entries') as string }),
      ]);
    },
  );

  it.each([
    ['pnpm-lockfile', () => `lockfileVersion: '9.0'\npackages:\n${many((i) => `  a${i}@1: {dev: true}\n`)}`],
    ['uv-lock', () => many((i) => `[[package]]\nname = "a${i}"\n`)],
  ])('%s is refused with a sentence', (id, write) => {
    const bytes = new TextEncoder().encode(write());
    const found = readFile(
      { path: 'file', bytes },
      FORMATS.find((format) => format.id === id),
    );

    expect(found).toMatchObject({
      readable: false,
      problems: [{ message: 'has more than 400000 values; split it or name its parts' }],
    });
  });
});
