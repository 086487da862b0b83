import { UnreadableFileError } from '../entries/format';
import { parseYaml } from './yaml';

describe('parseYaml', () => {
  it.each([
    [
      'texts stay as written',
      'a: 1.10\nb: ~\nc:\nd: yes\ne: 0x1F',
      [{ a: '1.10', b: '~', c: '', d: 'yes', e: '0x1F' }],
    ],
    ['several documents', '---\na: 1\n---\n- b\n', [{ a: '1' }, ['b']]],
    ['no documents', '# nothing\n', []],
    ['the last of two', 'a: 1\na: 2', [{ a: '2' }]],
    [
      'tags of others',
      'a: !Ref x\nb: !reference [c, d]\ne: !f {g: 1}\nh: !!int 3',
      [{ a: 'x', b: ['c', 'd'], e: { g: '1' }, h: '3' }],
    ],
    ['merged keys', 'x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}', [{ x: { a: '1', b: '2' }, y: { a: '1', b: '3' } }]],
    ['keys of all objects', 'constructor: 1\n"toString": 2', [JSON.parse('{"constructor": "1", "toString": "2"}')]],
  ])('%s', (_what, text, documents) => {
    expect(parseYaml(text)).toEqual(documents);
  });

  it('reads a key `__proto__` as any other', () => {
    const [document] = parseYaml('__proto__: {polluted: yes}');

    expect(Object.keys(document as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  const laughs = [
    'a0: &a0 [ha]',
    ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`),
  ];

  it.each([
    ['a: b: c', 'is no YAML (line 1, column 5: bad indentation of a mapping entry)'],
    ['a: 1\nb: [1', /^is no YAML \(line 2, column \d: /],
    ['? [a]\n: 1', /^is no YAML \(line 1, column 1: /],
    ['a: \0', 'is no YAML (it holds a null byte)'],
    ['- *nobody', /^is no YAML \(line 1, column 4: unidentified alias/],
    [laughs.join('\n'), 'has more than 400000 values once its aliases are put in; split it or name its parts'],
    ['a: &a [*a]', 'holds an alias of what it is part of'],
    [`a: &a 1\nb: [${'*a,'.repeat(101)}]`, /^is no YAML \(line 2, /],
    ['['.repeat(201), /^is no YAML \(line 1, column 200: nesting/],
    [
      `x: &x ${'['.repeat(150)}${']'.repeat(150)}\ny: ${'['.repeat(150)}*x${']'.repeat(150)}`,
      'is nested deeper than 200 levels',
    ],
    ['- a\n'.repeat(400_001), 'has more than 400000 values; split it or name its parts'],
    ['- a\n'.repeat(200_001), 'has more than 200000 values in 800004 characters; split it or name its parts'],
    ['---\n'.repeat(10_002), 'has more than 10000 documents; split it or name its parts'],
    [' '.repeat(16 * 1024 * 1024 + 1), 'has more than 16777216 characters of YAML; split it or name its parts'],
  ])('refuses hostile and broken texts with a sentence', (text, message) => {
    expect(() => parseYaml(text)).toThrow(UnreadableFileError);
    expect(() => parseYaml(text)).toThrow(message);
  });
});
