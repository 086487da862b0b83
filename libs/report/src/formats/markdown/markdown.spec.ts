import fc from 'fast-check';
import { anyOutcome } from '../../testing/any-outcome';
import { makeFinding, SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import { MARKDOWN_FORMAT } from './markdown';
import { markdownCode, markdownText } from './markdown-text';

/** HTML of our own. */
const OWN_TAGS = /<\/?(?:details|summary|sub)>/g;
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| **'));

/** The cells of a row, as cmark-gfm parts them: a backslash and what it escapes is no bar. */
const cellsOf = (row: string) => [...row.matchAll(/(?:\\[!-/:-@[-`{-~]|[^|])+/g)].map(([cell]) => cell);

describe('Markdown', () => {
  it('holds no markup of others: tags outside of code, mentions, links, and rows have four cells', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const text = MARKDOWN_FORMAT.write(outcome);
        const prose = text.replace(/`[^`\n]*`/g, '`').replace(OWN_TAGS, '');

        expect(prose).not.toMatch(/<|(?<![\w&])@\w|(?<!\\)!?\[|https?:\/\//);
        expect(rowsOf(text).length).toBe(outcome.findings.length);
        expect(rowsOf(text).map((row) => cellsOf(row).length)).toEqual(outcome.findings.map(() => 4));
      }),
      { numRuns: 60 },
    );
  });

  it('has at most 60,000 characters, counts what it leaves out, and keeps its end', () => {
    const findings = Array.from({ length: 2000 }, (_each, at) => makeFinding({ id: `CVE-2026-${10_000 + at}` }));
    const notices = Array.from({ length: 500 }, (_each, at) => `note ${at} ${'x'.repeat(200)}`);

    const text = MARKDOWN_FORMAT.write({ ...SAMPLE_OUTCOME, findings, notices });

    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(rowsOf(text).length + Number(/\n([\d,]+) more are not shown/.exec(text)![1]!.replace(',', ''))).toBe(2000);
    expect(text).toMatch(/signature good<\/sub>\n$/);
  });

  it.each([
    ['a|b', 'a\\|b'],
    ['a\\|b', 'a\\\\\\|b'],
    ['<b>&', '&lt;b&gt;&amp;'],
    ['*_[x](y)_*', '\\*\\_\\[x\\](y)\\_\\*'],
    ['# x', '\\# x'],
    ['1. x', '1&#8203;. x'],
    ['by @someone in #12', 'by @&#8203;someone in #&#8203;12'],
    ['python@3.14', 'python@3.14'],
    ['https://example.org', 'https:&#8203;//example.org'],
  ])('shows %j as %s', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });

  it.each([
    ['a`b', "`a'b`"],
    ['a|b', '`a\\|b`'],
    ['a\\|b', '`a\uff3c\\|b`'],
    ['', '`?`'],
    ['漢'.repeat(100), `\`${'漢'.repeat(79)}…\``],
  ])('shows %j in code as %s', (text, markdown) => {
    expect(markdownCode(text)).toBe(markdown);
  });
});
