import { lineOf, scoreOf, survivorsOf, tableOf } from './report';
import type { Outcome, Tried } from './tried';

const tried = (outcome: Outcome): Tried => ({
  outcome,
  mutant: {
    file: 'libs/a/src/a.ts',
    at: '',
    line: 3,
    mutator: 'X',
    original: `a\n  && ${outcome}`,
    replacement: 'true',
    nth: 0,
  },
});
const all = (['killed', 'killed', 'timeout', 'survived', 'uncovered', 'lost'] as const).map(tried);

it('what no test reaches counts as not noticed, and what Stryker could not try counts as nothing', () => {
  expect(scoreOf(all)).toEqual({ tried: 5, noticed: 3, percent: 60 });
  expect(scoreOf([])).toEqual({ tried: 0, noticed: 0, percent: 100 });
});

it('survivors are printed as a change of a line each', () => {
  expect(survivorsOf(all)).toBe(
    'survived libs/a/src/a.ts:3 X\n  - a && survived\n  + true\nuncovered libs/a/src/a.ts:3 X\n  - a && uncovered\n  + true\n',
  );
});

it('says at once who noticed a mutant, and what was changed when nobody did', () => {
  expect(lineOf(tried('killed'), 'libs/a/src/a.spec.ts')).toBe('killed    libs/a/src/a.ts:3 X by libs/a/src/a.spec.ts');
  expect(lineOf(tried('survived'))).toBe('survived  libs/a/src/a.ts:3 X\n  - a && survived\n  + true');
  expect(lineOf(tried('lost'), 'no memory')).toBe(
    'lost      libs/a/src/a.ts:3 X\n  - a && lost\n  + true\n  no memory',
  );
});

it('the table has a line for each area and one for all', () => {
  expect(
    tableOf([
      ['one', all],
      ['two', [tried('killed')]],
    ]).split('\n'),
  ).toEqual([
    'one                 3/5  60.0 %  1 by time-out  1 could not be tried',
    'two                 1/1 100.0 %',
    'all                 4/6  66.7 %  1 by time-out  1 could not be tried',
    '',
  ]);
});
