import type { PackageVulnerability } from '../check/parts';
import { compareCounts, countsOf, isFewer, isMore } from './package-counts';

/** `k` exploited, `c` critical, `h` high, `m` medium, `u` unscored, a letter each; `K` is both exploited and critical. */
function counted(letters: string) {
  const severities = { k: 'low', K: 'critical', c: 'critical', h: 'high', m: 'medium', u: null } as const;
  const vulnerabilities = [...letters].map((letter) => ({
    kev: letter.toLowerCase() === 'k' ? {} : null,
    severity: severities[letter as keyof typeof severities],
  }));
  return { vulnerabilities: vulnerabilities as unknown as readonly PackageVulnerability[] };
}

it.each([
  ['', [0, 0, 0]],
  ['kKchmu', [2, 3, 6]],
  ['mmu', [0, 0, 3]],
])('against %j stand %j', (letters, counts) => {
  expect(countsOf(counted(letters))).toEqual(counts);
});

it.each<[string, string, number, fewer: boolean, more: boolean]>([
  ['', '', 0, false, false],
  ['m', 'u', 0, false, false],
  ['', 'm', -1, true, false],
  ['m', 'mm', -1, true, false],
  ['h', 'mm', 1, false, true],
  ['k', 'mm', 1, false, true],
  ['mm', 'h', -1, false, true],
  ['m', 'h', -1, false, false],
  ['hh', 'kh', -1, false, true],
  ['h', 'kh', -1, true, false],
  ['mmm', 'k', -1, false, true],
  ['mm', 'm', 1, false, true],
  ['kh', 'kc', 0, false, false],
  ['km', 'kmh', -1, true, false],
])('%j next to %j: sign %d, fewer %s, more %s', (one, other, sign, fewer, more) => {
  const [a, b] = [counted(one), counted(other)];

  expect(Math.sign(compareCounts(a, b))).toBe(sign);
  expect(Math.sign(compareCounts(b, a))).toBe(sign === 0 ? 0 : -sign);
  expect([isFewer(a, b), isMore(a, b)]).toEqual([fewer, more]);
});
