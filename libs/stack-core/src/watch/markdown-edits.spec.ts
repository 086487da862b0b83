import * as fc from 'fast-check';
import { checkAndPlan } from '../plan/check-and-plan';
import type { Reason } from '../check/reason';
import { makeSources, makeStack } from '../testing/make-stack';
import { toChange } from './change';
import type { EditCounts } from './edit-counts';
import type { EditReport } from './edit-report';
import { MARKDOWN_CHARS_MAX, toMarkdown } from './markdown';

const check = checkAndPlan(makeStack({ packages: ['pkg:npm/x@1.0.0'] }), makeSources({}), '2026-11-20');
const since = '2026-11-01T08:00:00.000Z';
const counts: EditCounts = { malware: 0, exploited: 0, vulnerabilities: 0, eol: 0, ending_soon: 0, in_doubt: 0 };
const reason = (text: string): Reason => ({
  level: 'fail',
  code: 'eol',
  key: `eol:${text}`,
  ref: 'items/0',
  refs: ['items/0'],
  id: text,
  text,
});
const edits = (parts: Partial<EditReport>): EditReport => ({
  added: [],
  removed: [],
  adds: counts,
  removes: counts,
  text: 'this change adds 1 end of life',
  ...parts,
});
const news = { check, previousVerdict: 'pass', since } as const;

describe('the summary of an edit in Markdown', () => {
  it('is about what was added and removed, then about what changed besides', () => {
    const changes = [
      toChange({ ref: 'packages/0', subject: 'pkg:npm/x@1.0.0', id: 'GHSA-a' }, { type: 'malware_added' }),
    ];
    const added = [
      { ref: 'items/0', subject: 'python 3.8', reasons: [reason('Python 3.8: past its end of life')] },
      { ref: 'items/1', subject: 'python 3.13', reasons: [] },
    ] as const;
    const removed = [
      { ref: 'items/0', subject: 'python 3.7', resolved: [reason('Python 3.7: past its end of life')] },
      { ref: 'items/1', subject: 'python 3.14', resolved: [] },
      { ref: 'cves/0', subject: 'CVE-2026-0001', resolved: null },
    ] as const;

    expect(toMarkdown({ ...news, changes, edits: edits({ added, removed }) })).toBe(
      [
        '**Stack check: pass**, this change adds 1 end of life',
        '',
        'Added:',
        '',
        '- `python 3.8`: fail, eol `Python 3.8: past its end of life`',
        '- `python 3.13`: nothing against it',
        '',
        'Removed:',
        '',
        '- `python 3.7`: resolved, eol `Python 3.7: past its end of life`',
        '- `python 3.14`: nothing is resolved by it',
        '- `CVE-2026-0001`: what stood against it is not known now',
        '',
        'Changes since 2026-11-01:',
        '',
        '- `pkg:npm/x@1.0.0` `GHSA-a` is reported as malware: remove it',
      ].join('\n'),
    );
  });

  it('has at most 2,000 characters whatever names are long or strange, and counts what it leaves out (property)', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.constantFrom('😀'.repeat(300), 'x'.repeat(5_000), '`'.repeat(200), '\ud800\u202e\n# ', '1\n- and 3 more'),
    );
    const reasons = fc.array(text.map(reason), { minLength: 1, maxLength: 4 });
    const added = fc.array(fc.record({ ref: fc.constant('items/0' as const), subject: text, reasons }), {
      maxLength: 12,
    });
    const removed = fc.array(fc.record({ ref: fc.constant('items/0' as const), subject: text, resolved: reasons }), {
      maxLength: 12,
    });
    const changes = fc.array(
      text.map((subject) => toChange({ ref: 'items/0', subject, id: subject }, { type: 'malware_added' })),
      { maxLength: 20 },
    );

    fc.assert(
      fc.property(added, removed, changes, (fresh, gone, others) => {
        const markdown = toMarkdown({ ...news, changes: others, edits: edits({ added: fresh, removed: gone }) });

        expect(markdown.length).toBeLessThanOrEqual(MARKDOWN_CHARS_MAX);
        const lines = markdown.split('\n').filter((line) => line.startsWith('- '));
        const [, more = '0'] = /^- and (\d+) more$/.exec(lines.at(-1) ?? '') ?? [];
        const all = [...fresh.map((entry) => entry.reasons), ...gone.map(({ resolved }) => resolved)].flat();
        expect(lines.length - Number(more !== '0') + Number(more)).toBe(all.length + others.length);
        // Whole lines: no code span is left open, and no half of a character stands anywhere.
        expect(markdown).not.toMatch(/\p{Surrogate}/u);
        for (const line of lines) expect(line.replace(/`[^`\n]+`/g, '')).toMatch(/^- [a-z0-9 :,.-]*$/i);
      }),
    );
  });
});
