import { repositoryFiles, textOf } from './workspace';

/** Functions that stand in several files with the same text: a ratchet. Put them in one place and take the name out; new ones are not added. */
const WRITTEN_TWICE = new Set(
  'byCodeUnits compareText encodeHeader fail float freePort isDigit isWellFormed parseJson provide quote refusal repeated take token'.split(
    ' ',
  ),
);

const FUNCTION = /^(?:export )?(?:async )?function (\w+)(.*?)^}/gms;

const sources = repositoryFiles().filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('/testing/'),
);

/** The files of each function, by its name and text without regard to white space. */
function declarations(texts: readonly { readonly file: string; readonly text: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { file, text } of texts) {
    for (const [, name, rest] of text.matchAll(FUNCTION)) {
      const key = `${name}${rest!.replace(/\s+/g, ' ')}`;
      found.set(key, [...(found.get(key) ?? []), file]);
    }
  }
  return found;
}

const twiceIn = (texts: readonly { readonly file: string; readonly text: string }[]): readonly string[] =>
  [...declarations(texts)]
    .filter(([, files]) => files.length > 1)
    .map(([key, files]) => `${/^\w+/.exec(key)![0]}: ${files.join(', ')}`);

describe('a function', () => {
  it('is written once: what two files need stands where both may import it', () => {
    const texts = sources.map((file) => ({ file, text: textOf(file) }));

    const unexpected = twiceIn(texts).filter((each) => !WRITTEN_TWICE.has(each.split(':')[0]!));

    expect(unexpected).toEqual([]);
  });

  it('(and a second copy would be seen)', () => {
    const text = 'export function half(n: number): number {\n  return n / 2;\n}\n';

    expect(
      twiceIn([
        { file: 'a.ts', text },
        { file: 'b.ts', text: text.replace('  ', '    ') },
      ]),
    ).toEqual(['half: a.ts, b.ts']);
  });
});
