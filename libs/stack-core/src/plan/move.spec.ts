import * as fc from 'fast-check';
import { LEVELS, type FoundReason } from '../check/reason';
import { burdenOf, compareBurdens, isNoWorse } from './burden';
import { JudgingBudget, lightest, type Candidate, type PossibleMove } from './move';

const CODES = ['eol', 'eol_soon', 'unpinned'] as const;
const reason = (level: FoundReason['level'], code: FoundReason['code']): FoundReason => ({
  ...{ level, code, id: 'x', ref: 'items/0', text: '' },
});

/** A move to what these reasons stand against, of which some are known before it is worked out. */
function moveTo(to: string, after: readonly FoundReason[], known = after.length): PossibleMove {
  const candidate = { to, after } as unknown as Candidate;
  return { least: burdenOf(after.slice(0, known)), candidate: () => candidate };
}

const ENDED = [reason('fail', 'eol')];
const SOON = [reason('warn', 'eol_soon')];
const chosen = (moves: readonly PossibleMove[], before = ENDED, budget = new JudgingBudget(100)): string | undefined =>
  lightest(before, moves, budget)?.to;

describe('the lightest of some moves', () => {
  it.each<[string, readonly PossibleMove[], string | undefined]>([
    ['is none of none', [], undefined],
    ['is none that is as heavy', [moveTo('1', ENDED)], undefined],
    ['is the only one', [moveTo('1', SOON)], '1'],
    ['is the smallest of equal ones', [moveTo('1', []), moveTo('2', [])], '1'],
    ['is the lighter one, though it is greater', [moveTo('1', SOON), moveTo('2', [])], '2'],
    ['is found after one that is no lighter than before', [moveTo('1', ENDED), moveTo('2', [])], '2'],
    ['is the smallest, though another is known to be light first', [moveTo('1', SOON), moveTo('2', SOON, 0)], '1'],
    ['is one that is known to be light and turns out so', [moveTo('1', SOON), moveTo('2', [], 0)], '2'],
    ['makes nothing worse', [moveTo('1', [reason('warn', 'vulnerable_below')]), moveTo('2', SOON)], '2'],
    ['is none that cannot be', [{ least: [], candidate: () => undefined }, moveTo('2', SOON)], '2'],
  ])('%s', (_what, moves, to) => {
    expect(chosen(moves)).toBe(to);
  });

  it('is the smallest that none is lighter than (property)', () => {
    const anyReasons = fc.uniqueArray(
      fc.record({ level: fc.constantFrom(...LEVELS), code: fc.constantFrom(...CODES) }),
      { maxLength: 3, selector: ({ code }) => code },
    );
    const anyMove = fc.tuple(anyReasons, fc.nat({ max: 3 }));
    fc.assert(
      fc.property(anyReasons, fc.array(anyMove, { maxLength: 6 }), (before, all) => {
        const said = before.map(({ level, code }) => reason(level, code));
        const moves = all.map(([after, known], at) =>
          moveTo(
            String(at),
            after.map(({ level, code }) => reason(level, code)),
            known,
          ),
        );
        let best: Candidate | undefined;
        for (const { candidate } of moves) {
          const next = candidate()!;
          const bound = burdenOf(best?.after ?? said);
          if (compareBurdens(burdenOf(next.after), bound) < 0 && isNoWorse(said, next.after)) best = next;
        }

        expect(chosen(moves, said)).toBe(best?.to);
      }),
      { numRuns: 500 },
    );
  });

  it('is looked for as long as the budget lasts', () => {
    const budget = new JudgingBudget(1);

    expect([chosen([moveTo('1', SOON), moveTo('2', [], 0)], ENDED, budget), budget.isEnough]).toEqual(['2', true]);
    expect([chosen([moveTo('1', SOON)], ENDED, budget), budget.isEnough]).toEqual([undefined, false]);
  });
});

it('a budget is enough until more is asked than it holds', () => {
  const budget = new JudgingBudget(2);

  expect([budget.take(), budget.take(), budget.isEnough]).toEqual([true, true, true]);
  expect([budget.take(), budget.isEnough, budget.take()]).toEqual([false, false, false]);
});
