import { MALWARE_RATING, ratingOf, severityOf, toRating, UNRATED } from './rating';
import type { Rating } from './advisory';

const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N';
const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const FOUR = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

describe('toRating', () => {
  it.each<[string, readonly string[], readonly string[], Rating]>([
    ['the worst vector', [HIGH, CRITICAL], ['LOW'], { severity: 'critical', score: 9.8, vector: CRITICAL }],
    ['a CVSS 3 vector before one of CVSS 4', [FOUR, HIGH], [], { severity: 'high', score: 7.5, vector: HIGH }],
    ['the label next to a CVSS 4 vector', [FOUR], ['MODERATE'], { severity: 'medium', score: null, vector: FOUR }],
    ['nothing but the vector without a label', [FOUR], [], { severity: null, score: null, vector: FOUR }],
    ['the worst label', [], ['Low', 'Important'], { severity: 'high', score: null, vector: null }],
    ['a word in place of a vector', ['negligible'], [], { severity: 'low', score: null, vector: null }],
    ...(
      [
        ['critical', 'Critical, Highly critical'],
        ['high', 'HIGH, important'],
        ['medium', 'MEDIUM, moderate, Moderately critical'],
        ['low', 'LOW, Less critical, Not critical, minor, negligible, unimportant'],
      ] as const
    ).flatMap(([severity, labels]) =>
      labels
        .split(', ')
        .map((label): [string, string[], string[], Rating] => [
          `"${label}" for ${severity}`,
          [],
          [label],
          { severity, score: null, vector: null },
        ]),
    ),
    ['nothing from words it does not know', ['AV:N/AC:L/Au:N/C:P/I:P/A:P'], ['Unknown', ''], UNRATED],
  ])('takes %s', (_name, vectors, labels, rating) => {
    expect(toRating(vectors, labels)).toEqual(rating);
  });
});

describe('ratingOf', () => {
  const label: Rating = { severity: 'low', score: null, vector: null };
  const score: Rating = { severity: 'high', score: 7.5, vector: HIGH };
  const vector: Rating = { severity: null, score: null, vector: FOUR };

  it.each<[string, readonly Rating[], Rating]>([
    ['a score before a label', [label, score], score],
    ['a label before a bare vector', [UNRATED, vector, label], label],
    ['a bare vector before nothing', [UNRATED, vector], vector],
    ['the first score', [score, { ...MALWARE_RATING, score: 9 }], score],
    ['nothing', [UNRATED], UNRATED],
    ['nothing of nobody', [], UNRATED],
  ])('takes %s', (_name, members, rating) => {
    expect(ratingOf(members)).toEqual(rating);
  });
});

it.each([
  [0, 'low'],
  [0.1, 'low'],
  [3.9, 'low'],
  [4, 'medium'],
  [6.9, 'medium'],
  [7, 'high'],
  [8.9, 'high'],
  [9, 'critical'],
  [10, 'critical'],
])('a score of %d is %s', (score, severity) => {
  expect(severityOf(score)).toBe(severity);
});
