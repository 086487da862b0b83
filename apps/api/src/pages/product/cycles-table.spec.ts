import type { EolCycle, Product } from '@stackcheck/eol-core';
import { cyclesTable } from './cycles-table';

/** Cycles by their names: those that begin with `e` have ended; `l` knows its latest release. */
const shown = (names: string, asked?: string): string => {
  const cycles = names.split(' ').map(
    (cycle) =>
      ({
        cycle,
        codename: null,
        is_lts: false,
        status: cycle.startsWith('e') ? 'eol' : 'supported',
        release_date: null,
        support_until: null,
        eol: null,
        days_until_eol: null,
        latest: cycle.startsWith('l') ? '9.9' : null,
        latest_date: null,
      }) as EolCycle,
  );
  return cyclesTable({ label: 'A & B' } as Product, cycles, asked).text;
};
const foldOf = (text: string): string | undefined => /<details[\s\S]*<\/details>/.exec(text)?.[0];
const idsIn = (text = ''): readonly string[] => [...text.matchAll(/<tr id="c-(\w+)"/g)].map(([, id]) => id ?? '');

test.each([
  ['many that ended are folded', 's1 e1 e2 s2 e3 e4', 's1 s2', 'e1 e2 e3 e4'],
  ['a few that ended stay in their place', 's1 e1 e2 s2 e3', 's1 e1 e2 s2 e3', ''],
  ['where all have ended, all are shown', 'e1 e2 e3 e4 e5', 'e1 e2 e3 e4 e5', ''],
])('%s', (_what, names, seen, folded) => {
  const text = shown(names);
  const fold = foldOf(text);

  expect([idsIn(text.replace(fold ?? '', '')).join(' '), idsIn(fold).join(' ')]).toEqual([seen, folded]);
});

test('the fold says how many it holds, and is open where the cycle is in it that was asked for', () => {
  const names = 's1 e1 e2 e3 e4';

  expect(foldOf(shown(names))).toMatch(/<summary>4 release cycles that have ended<\/summary>/);
  expect([undefined, 's1', 'e3', 'e9'].map((asked) => / open=""/.test(shown(names, asked)))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test('latest releases have a column where one is known, and no line on a phone where it is not', () => {
  expect(shown('s1 s2')).not.toContain('Latest');
  expect(shown('l1 s2')).toMatch(/<th scope="col">Latest<\/th>[\s\S]*9\.9[\s\S]*<td class="none">–<\/td>/);
});
