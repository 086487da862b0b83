import { cvss3BaseScore } from './cvss3';

/** FIRST's "CVSS v3.1 Examples" and well-known vectors, with the scores published for them. */
const EXAMPLES: readonly [string, number][] = [
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9],
  ['CVSS:3.1/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L', 4.2],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 8.8],
  ['CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H', 7.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:N/I:H/A:N', 6.8],
  ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 6.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:N/A:N', 5.8],
  ['CVSS:3.1/AV:A/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:H', 9.3],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:H/I:H/A:H', 9.0],
  ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 7.6],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:H', 7.5],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N', 6.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10.0],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
  ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 7.5],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H/E:P/RL:O/CR:H', 7.5],
  ['CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N', 9.8],
];

/** For each weight of §7.4 a vector whose score is another one when that weight is 0.02 more or less. */
const OF_EACH_WEIGHT: readonly [string, string, number][] = [
  ['AV:N', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['AV:A', 'AV:A/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 8.0],
  ['AV:L', 'AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 8.4],
  ['AV:P', 'AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 6.8],
  ['AC:L', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['AC:H', 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H', 8.1],
  ['PR:N', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['PR:L, scope unchanged', 'AV:A/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 8.0],
  ['PR:L, scope changed', 'AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9],
  ['PR:H, scope unchanged', 'AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:L', 6.7],
  ['PR:H, scope changed', 'AV:N/AC:L/PR:H/UI:N/S:C/C:H/I:H/A:H', 9.1],
  ['PR:H, scope changed', 'AV:A/AC:L/PR:H/UI:N/S:C/C:H/I:H/A:H', 8.4],
  ['UI:N', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['UI:R', 'AV:A/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H', 8.0],
  ['C:H', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N', 8.2],
  ['C:L', 'AV:A/AC:L/PR:N/UI:N/S:U/C:L/I:H/A:N', 7.1],
  ['C:N', 'AV:L/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:H', 7.7],
  ['I:H', 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:H/A:N', 8.2],
  ['I:L', 'AV:A/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N', 7.1],
  ['I:N', 'AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:H', 7.7],
  ['A:H', 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:H', 8.2],
  ['A:L', 'AV:A/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:L', 7.1],
  ['A:N', 'AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N', 7.7],
];

describe('cvss3BaseScore', () => {
  it.each(OF_EACH_WEIGHT)('weighs %s as the specification does: %s is %d', (_weight, vector, score) => {
    expect(cvss3BaseScore(`CVSS:3.1/${vector}`)).toBe(score);
  });

  it.each(EXAMPLES)('of %s is %d', (vector, score) => {
    expect(cvss3BaseScore(vector)).toBe(score);
  });

  it.each([
    '',
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
    'AV:N/AC:L/Au:N/C:P/I:P/A:P',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H',
    'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:X/C:H/I:H/A:H',
    'CVSS:3.1/AV:constructor/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  ])('is null for %s', (vector) => {
    expect(cvss3BaseScore(vector)).toBeNull();
  });
});
