import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import * as fc from 'fast-check';
import { checkAndPlan } from '../plan/check-and-plan';
import { makeCycle, makeFlaw, makeKev, makeProduct, makeSources, makeStack } from '../testing/make-stack';
import { toChange, type Change, type ChangeDetail } from './change';
import { MARKDOWN_CHARS_MAX, toMarkdown } from './markdown';
import { code } from './markdown-code';

const TODAY = toCalendarDate(Date.parse('2026-11-20T08:00:00Z'));
const harness = {
  products: [makeProduct('python', [makeCycle('3.12'), makeCycle('3.8', { eolFrom: '2024-10-07' })])],
  kev: [makeKev('CVE-2026-0001', '2026-12-24')],
  packages: { 'pkg:npm/x@1.0.0': [makeFlaw('GHSA-a')] },
};
const stack = makeStack({ items: [{ product: 'python', version: '3.8' }], packages: ['pkg:npm/x@1.0.0'] });
const check = {
  ...checkAndPlan(stack, makeSources(harness), TODAY),
  plan: { steps: [], verdict_after: 'fail', left: [], further_steps: 0, complete: true } as const,
};
const since = '2026-11-01T08:00:00.000Z';
const kev = {
  cve: 'CVE-2026-0001',
  date_added: '2026-01-01',
  due_date: '2026-12-24',
  days_until_due: 34,
  overdue: false,
  ransomware: false,
};

const details: readonly ChangeDetail[] = [
  { type: 'malware_added' },
  { type: 'kev_added', kev },
  { type: 'kev_overdue', due_date: '2026-11-19' },
  { type: 'vulnerability_added', severity: null, fixed: null, kev },
  { type: 'package_unresolved', reason: 'no_data' },
  { type: 'eol_status_changed', from: 'supported', to: 'eol', eol: null },
  { type: 'vulnerability_severity_changed', from: 'low', to: null },
  { type: 'vulnerabilities_changed', from: 200, to: 201 },
  { type: 'fix_removed' },
  { type: 'kev_due_changed', from: '2026-12-24', to: '2026-12-25' },
  { type: 'kev_ransomware_changed', from: false, to: true },
  { type: 'eol_soon', eol: '2027-01-01', days_until_eol: 42 },
  { type: 'eol_date_changed', from: null, to: '2027-01-01' },
  { type: 'fix_available', fixed: '2.0', minimum_safe: '2.0' },
  { type: 'package_resolved' },
  { type: 'vulnerability_removed', why: 'range_changed', severity: 'low' },
  { type: 'kev_removed' },
  { type: 'malware_removed', why: 'withdrawn' },
  { type: 'latest_changed', latest: '3.12.9' },
];
const reported = (changes: readonly Change[]) => toMarkdown({ check, previousVerdict: 'pass', since, changes });
const anyChange = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.option(text), fc.constantFrom(...details))
    .map(([subject, id, detail]) => toChange({ ref: 'packages/0', subject, id }, detail));

describe('the summary of a check in Markdown', () => {
  it('of a first check reports its reasons', () => {
    expect(toMarkdown({ check, previousVerdict: null, since: null, changes: [] })).toBe(
      [
        '**Stack check: fail**, 2 reasons',
        '',
        '- fail: vulnerable `GHSA-a` (packages/0) `x 1.0.0: one vulnerability: GHSA-a, high; safe from 9.9.9`',
        '- fail: eol `python@3.8` (items/0) `Python 3.8: past its end of life since 2024-10-07; move to 3.12`',
      ].join('\n'),
    );
  });

  it('of a later one reports the verdict before and each change in a line', () => {
    const changes = details.map((detail) =>
      toChange({ ref: 'packages/0', subject: 'pkg:npm/x@1.0.0', id: 'GHSA-a' }, detail),
    );

    expect(reported(changes).replaceAll('`pkg:npm/x@1.0.0` `GHSA-a`', 'X').split('\n')).toEqual([
      '**Stack check: fail** (was pass), 19 changes since 2026-11-01',
      '',
      '- X is reported as malware: remove it',
      '- X is known to be exploited (`CVE-2026-0001`), remedy due `2026-12-24`',
      '- X is exploited and was due on `2026-11-19`',
      '- X is new: unscored, no fix yet, known to be exploited',
      '- X cannot be checked: no data',
      '- X is eol (was supported)',
      '- X is unscored (was low)',
      '- X has other vulnerabilities (200 before, 201 now)',
      '- X has no fix any more',
      '- X is due on `2026-12-25` (was `2026-12-24`)',
      '- X is known from ransomware campaigns',
      '- X ends on `2027-01-01`, in 42 days',
      '- X ends on `2027-01-01` (was `no known day`)',
      '- X has a fix now, fixed in `2.0`',
      '- X can be checked again',
      '- X is gone (range changed)',
      '- X is no longer listed as exploited',
      '- X is no longer reported as malware (withdrawn)',
      '- X has a new version: `3.12.9`',
    ]);
  });

  it('says what else is to be said of the whole, or which of it is of today', () => {
    const quiet = { check, previousVerdict: 'fail', since, changes: [] } as const;
    const head = '**Stack check: fail**, no changes since 2026-11-01';
    const ofToday = { ...check, of_today: { date: TODAY, datasets: ['kev'], notice: 'Of today.' } } as typeof check;

    expect(toMarkdown({ ...quiet, notice: 'Noted.' })).toBe(`${head}\n\nNoted.`);
    expect(toMarkdown({ ...quiet, check: ofToday })).toBe(`${head}\n\nOf today.`);
    expect(toMarkdown({ ...quiet, check: ofToday, notice: 'Noted.' })).toBe(`${head}\n\nNoted.`);
    expect(toMarkdown({ ...quiet, policy: { as_of: '2027-01-01' } })).toBe(head.replace('**,', '** as of 2027-01-01,'));
  });

  it('says so when nothing changed', () => {
    expect(toMarkdown({ check, previousVerdict: 'fail', since, changes: [] })).toBe(
      '**Stack check: fail**, no changes since 2026-11-01',
    );
  });

  it('never says that nothing changed where the verdict did', () => {
    expect(reported([])).toBe(
      [
        '**Stack check: fail** (was pass), another verdict than on 2026-11-01, with 2 reasons',
        '',
        '- fail: vulnerable `GHSA-a` (packages/0) `x 1.0.0: one vulnerability: GHSA-a, high; safe from 9.9.9`',
        '- fail: eol `python@3.8` (items/0) `Python 3.8: past its end of life since 2024-10-07; move to 3.12`',
      ].join('\n'),
    );
  });

  it('never has more than 2,000 characters, and counts what it leaves out (property)', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(fc.array(anyChange(text), { minLength: 1, maxLength: 60 }), (changes) => {
        const markdown = reported(changes);

        expect(markdown.length).toBeLessThanOrEqual(MARKDOWN_CHARS_MAX);
        const lines = markdown.split('\n').filter((line) => line.startsWith('- '));
        const [, more = '0'] = /^- and (\d+) more$/.exec(lines.at(-1) ?? '') ?? [];
        expect(lines.length - Number(more !== '0') + Number(more)).toBe(changes.length);
      }),
    );
  });

  it('holds texts of others in code spans only, on one line (property)', () => {
    const nasty = fc.constantFrom(
      '`',
      '``',
      '@team',
      '<img src=x onerror=alert(1)>',
      '](https://evil.example)',
      '\n',
      '\r\n# ',
      '\u2028',
      '\u202e',
      '\u0000',
      '|',
      '**',
      '~~~',
      '#1',
      'https://evil.example',
      '😀',
      '\ud800',
    );
    const text = fc
      .array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(anyChange(text), { minLength: 1, maxLength: 5 }), (changes) => {
        const markdown = reported(changes);

        // Code spans of single backticks, none left open, and outside them only our own words.
        for (const line of markdown.split('\n').slice(2)) {
          expect(line.replace(/`[^`\n]+`/g, '')).toMatch(/^- [a-z0-9 :,.()—-]*$/i);
        }
        expect(markdown.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('a code span', () => {
  it.each([
    ['plain', '`plain`'],
    ['', '`?`'],
    [' \n ', '`?`'],
    ['a`b``c', "`a'b''c`"],
    ['a\r\nb\u2028c\u202ed\u0000', '`a b c d`'],
    ['x'.repeat(81), `\`${'x'.repeat(79)}…\``],
    ['x'.repeat(80), `\`${'x'.repeat(80)}\``],
    ['😀'.repeat(81), `\`${'😀'.repeat(79)}…\``],
  ])('of %j is %s', (text, span) => {
    expect(code(text)).toBe(span);
  });
});
