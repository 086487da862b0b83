import { isCode, repositoryFiles, textOf } from './workspace';

/** Words that no reference manual would use, and citations of papers that are not in the repository. */
const REFUSED: readonly (readonly [name: string, pattern: RegExp, instead: string])[] = [
  ['told', /\b(?:told|tells)\b/i, 'reported, says, shows'],
  ['beside', /\bbeside\b/i, 'next to, in addition to, while'],
  ['whoever', /\bwhoever\b/i, 'a caller that, anyone who'],
  ['oftener', /\boftener\b/i, 'more often'],
  ['anew', /\banew\b/i, 'again'],
  ['a decision', /\bdecisions? [A-Z]\d+\b/i, 'the reason itself'],
  ['a paper', /\b(?:reliability|service specification),? (?:§|section )?\d/i, 'the reason itself'],
];

/** How many lines of a project still hold one; the numbers only go down, and a project that is not named has none. */
const LEFT: Readonly<Record<string, number>> = {
  'apps/api': 275,
  'apps/ingest': 28,
  'libs/datasets': 72,
  'libs/payment-l402': 8,
  'libs/payment-x402': 90,
  'libs/queries': 18,
  'libs/store-sqlite': 108,
  'tools/mutate': 12,
  'tools/simulate': 46,
};

const HISTORY = /^(CHANGELOG\.md$|docs\/adr\/)/;
const THIS = 'tools/tidy/src/plain-words.spec.ts';

/** `libs/signing` of a file in there, else the first part of its path. */
function projectOf(file: string): string {
  const [area = file, name] = file.split('/');
  return ['apps', 'libs', 'tools'].includes(area) && name !== undefined ? `${area}/${name}` : area;
}

/** `line: word -> what to say instead`, for each line that holds a refused word. */
function refusedLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = REFUSED.find(([, pattern]) => pattern.test(line));
    return found ? [`${index + 1}: ${found[0]} -> ${found[2]}`] : [];
  });
}

describe('plain technical English', () => {
  const found = new Map<string, string[]>();
  for (const file of repositoryFiles()) {
    if (!(isCode(file) || file.endsWith('.md')) || HISTORY.test(file) || file === THIS) continue;
    const lines = refusedLines(textOf(file)).map((line) => `${file}:${line}`);
    if (lines.length > 0) found.set(projectOf(file), [...(found.get(projectOf(file)) ?? []), ...lines]);
  }

  it.each([...new Set([...found.keys(), ...Object.keys(LEFT)])].sort())(
    '%s holds no more refused words than before',
    (project) => {
      const lines = found.get(project) ?? [];
      const most = LEFT[project] ?? 0;

      expect(lines.length > most ? lines : []).toEqual([]);
    },
  );

  it.each([
    ['/** Whoever calls this is told so. */', 'told'],
    ['// The list beside it.', 'beside'],
    ['For whoever reads.', 'whoever'],
    ['once or oftener', 'oftener'],
    ['made anew', 'anew'],
    [' * closed (decision P5).', 'a decision'],
    ['(service specification 2.3)', 'a paper'],
    ['(reliability §1.8)', 'a paper'],
  ])('(and %s would be seen, as line 2)', (text, name) => {
    expect(refusedLines(`const a = 1;\n${text}`)).toEqual([expect.stringMatching(`^2: ${name} -> `)]);
  });

  it.each(['it intends to scold', 'besides, the table', 'the decision to wait', 'RFC 9110 section 15.2'])(
    '(and %s is allowed)',
    (text) => expect(refusedLines(text)).toEqual([]),
  );
});
