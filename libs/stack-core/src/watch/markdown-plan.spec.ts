import * as fc from 'fast-check';
import { checkAndPlan } from '../plan/check-and-plan';
import type { Plan, PlanStep } from '../plan/plan';
import { makeSources, makeStack } from '../testing/make-stack';
import { MARKDOWN_CHARS_MAX, toMarkdown } from './markdown';

const unplanned = checkAndPlan(
  makeStack({ items: [{ product: 'nobody', version: '1' }] }),
  makeSources({}),
  '2026-11-20',
);
const step = (parts: Partial<PlanStep> = {}): PlanStep => ({
  ref: 'packages/0',
  refs: ['packages/0'],
  component: 'lodash',
  from: '4.17.20',
  to: '4.17.21',
  kind: 'package',
  size: 'patch',
  clears: ['vulnerable:pkg:npm/lodash'],
  remains: [],
  why: 'one vulnerability: GHSA-a, high; 4.17.21 clears this, nothing else stands against it',
  ...parts,
});
const planned = (steps: readonly PlanStep[], further_steps = 0): string => {
  const plan: Plan = { steps, verdict_after: 'unknown', left: [], further_steps, complete: true };
  return toMarkdown({ check: { ...unplanned, plan }, previousVerdict: null, since: null, changes: [] });
};

describe('the plan in a summary', () => {
  it('stands before the reasons, each step with its why', () => {
    expect(planned([step()]).split('\n').slice(0, 8)).toEqual([
      '**Stack check: unknown**, 1 reason',
      '',
      'What to do first:',
      '',
      '1. `lodash` `4.17.20` to `4.17.21`: `one vulnerability: GHSA-a, high; 4.17.21 clears this, nothing else stands against it`',
      '',
      'Reasons:',
      '',
    ]);
  });

  it('has three steps, and says of how many', () => {
    const markdown = planned(
      Array.from({ length: 10 }, () => step()),
      4,
    );

    expect(markdown).toContain('What to do first (3 of 14 steps):');
    expect(markdown.match(/^\d\. /gm)).toEqual(['1. ', '2. ', '3. ']);
  });

  it('is nothing where nothing can be moved', () => {
    expect(planned([])).toMatch(/^\*\*Stack check: unknown\*\*, 1 reason\n\n- unknown: unknown_item/);
  });

  it('never makes a summary longer than 2,000 characters, whatever names are long or strange (property)', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('😀'.repeat(300), 'x'.repeat(5_000), '`'.repeat(200), '\ud800\u202e\n# '),
    );
    const steps = fc.array(
      fc.record({ component: text, from: text, to: text, why: text }).map((parts) => step(parts)),
      { maxLength: 10 },
    );

    fc.assert(
      fc.property(steps, (all) => {
        const markdown = planned(all);

        expect(markdown.length).toBeLessThanOrEqual(MARKDOWN_CHARS_MAX);
        expect(markdown).not.toMatch(/\p{Surrogate}/u);
        const shown = markdown.match(/^(?:\d\.|-) /gm)!.length;
        const more = Number(/^- and (\d+) more$/m.exec(markdown)?.[1] ?? 0);
        expect(shown - Number(more > 0) + more).toBe(Math.min(3, all.length) + unplanned.reasons.length);
      }),
    );
  });

  it('has room for three steps of long names that are plain (property)', () => {
    const name = fc.string({ unit: 'grapheme-ascii', minLength: 60, maxLength: 300 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ component: name, from: name, to: name, why: name }), { minLength: 3, maxLength: 3 }),
        (all) => {
          expect(planned(all.map(step)).match(/^\d\. /gm)).toHaveLength(3);
        },
      ),
    );
  });
});
