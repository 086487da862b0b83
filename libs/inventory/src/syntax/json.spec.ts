import * as fc from 'fast-check';

import { UnreadableFileError } from '../entries/format';
import { parseJson, parseJsonWithComments } from './json';

/** What the reading says: the value, or the fault with its line. */
function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { fault: error.message, line: error.line };
  }
}

const pieces = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"\\u00e9\\""',
  '"',
  '1',
  '-0.5e3',
  '01',
  'true',
  'nul',
  ' ',
  '\n',
  '\\',
);

describe('parseJson', () => {
  it('reads what JSON.parse reads, and refuses what it refuses, at the place where it breaks', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let expected: unknown;
        try {
          expected = { value: JSON.parse(text) as unknown };
        } catch {
          expected = { fault: expect.stringMatching(/^is no JSON \(/) as unknown };
        }

        expect(outcome(() => parseJson(text))).toMatchObject(expected as object);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['{"a": 1,\n "b": }', 'is no JSON (line 2, column 7: unexpected character)', 2],
    ['{"a": 1,\n "b": [1 2]}', 'is no JSON (line 2, column 10: unexpected character)', 2],
    ['{"a": 1', 'is no JSON (line 1, column 8: it ends too early)', 1],
    ['nonsense', 'is no JSON (line 1, column 1: unexpected character)', 1],
    ['["\\x"]', 'is no JSON (line 1, column 3: unexpected character)', 1],
    ['', 'is no JSON (it is empty)', undefined],
    ['['.repeat(201) + ']'.repeat(201), 'is nested deeper than 200 levels', undefined],
    [`[${'0,'.repeat(2_000_001)}0]`, 'has more than 2000000 values; split it or name its parts', undefined],
  ])('says where a text stops being JSON', (text, fault, line) => {
    expect(outcome(() => parseJson(text))).toEqual({ fault, line });
  });

  it('takes 200 levels, and brackets in texts for no levels', () => {
    const deep = '['.repeat(200) + JSON.stringify('[\\"{'.repeat(300)) + ']'.repeat(200);

    expect(outcome(() => parseJson(deep))).toHaveProperty('value');
  });
});

describe('parseJsonWithComments', () => {
  it('reads the same value with comments and commas as without', () => {
    const blank = fc.constantFrom('', ' ', '// "x" ,\n', '/* , } " */', '\n/**/');
    const scattered = fc.infiniteStream(blank);

    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), scattered, (value, blanks) => {
        const next = () => blanks.next().value as string;
        const write = (part: unknown): string => {
          if (Array.isArray(part))
            return `[${next()}${part.map((item) => `${write(item)}${next()},${next()}`).join('')}]`;
          if (typeof part !== 'object' || part === null) return JSON.stringify(part);
          const members = Object.entries(part).map(
            ([key, member]) => `${JSON.stringify(key)}${next()}:${write(member)},`,
          );
          return `{${next()}${members.join(next())}${next()}}`;
        };

        expect(parseJsonWithComments(`${next()}${write(value)}${next()}`)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each(['[,]', '{,}', '[1,,]', '{"a":,}', '[1/ 2]', '"a" "b"'])('refuses %s', (text) => {
    expect(outcome(() => parseJsonWithComments(text))).toHaveProperty('fault');
  });

  it('refuses very many comments', () => {
    const text = `${'/**/'.repeat(1_000_001)}1`;

    expect(outcome(() => parseJsonWithComments(text))).toHaveProperty(
      'fault',
      'has more than 1000000 comments; split it or name its parts',
    );
  });

  it('keeps lines', () => {
    expect(outcome(() => parseJsonWithComments('/* a\n b */ {\n "a": ?}'))).toHaveProperty('line', 3);
  });
});
