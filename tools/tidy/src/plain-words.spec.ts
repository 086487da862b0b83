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

/** Texts that do not change any more: what was released, decided, or applied to databases, which compare its hash. */
const HISTORY = /(^|\/)CHANGELOG\.md$|^docs\/adr\/|^libs\/store-sqlite\/src\/payments\/schema\.ts$/;
const THIS = 'tools/tidy/src/plain-words.spec.ts';

/** `line: word -> what to say instead`, for each line that holds a refused word. */
function refusedLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = REFUSED.find(([, pattern]) => pattern.test(line));
    return found ? [`${index + 1}: ${found[0]} -> ${found[2]}`] : [];
  });
}

describe('plain technical English', () => {
  it('is what code and documents are written in', () => {
    const read = repositoryFiles().filter(
      (file) => (isCode(file) || file.endsWith('.md')) && !HISTORY.test(file) && file !== THIS,
    );

    expect(read.length).toBeGreaterThan(1_000);
    expect(read.flatMap((file) => refusedLines(textOf(file)).map((line) => `${file}:${line}`))).toEqual([]);
  });

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
