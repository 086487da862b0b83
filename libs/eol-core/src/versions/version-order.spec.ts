import * as fc from 'fast-check';
import { compareVersions, leadingNumbers, plainNumbers } from './version-order';

const version = fc.array(fc.oneof(fc.nat(12), fc.nat()), { minLength: 1, maxLength: 5 });

describe('versions are ordered number by number', () => {
  it.each([
    [
      [1, 9],
      [1, 10],
    ],
    [
      [8, 8],
      [8, 10],
    ],
    [
      [3, 9],
      [3, 13],
    ],
    [[9], [10]],
    [[1], [1, 0, 1]],
    [[2, 9, 9], [3]],
  ])('%j is older than %j', (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0);
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
  });

  it('a missing number is 0', () => {
    fc.assert(
      fc.property(version, fc.nat(3), (a, zeros) => compareVersions(a, [...a, ...Array<number>(zeros).fill(0)]) === 0),
    );
  });

  it('the order is antisymmetric', () => {
    fc.assert(
      fc.property(
        version,
        version,
        (a, b) => Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a)) === 0,
      ),
    );
  });

  it('the order is transitive', () => {
    fc.assert(
      fc.property(version, version, version, (...three) => {
        const [a, b, c] = [...three].sort(compareVersions) as [number[], number[], number[]];

        expect(compareVersions(a, b)).toBeLessThanOrEqual(0);
        expect(compareVersions(b, c)).toBeLessThanOrEqual(0);
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('only versions that differ by trailing zeros are equal', () => {
    const trimmed = (a: readonly number[]): string => a.join('.').replace(/(\.0)+$/, '');
    const short = fc.array(fc.nat(2), { minLength: 1, maxLength: 4 });

    fc.assert(fc.property(short, short, (a, b) => (compareVersions(a, b) === 0) === (trimmed(a) === trimmed(b))));
  });
});

describe('numbers of a version', () => {
  it.each([
    ['1.10.3', [1, 10, 3], [1, 10, 3]],
    ['22.04', [22, 4], [22, 4]],
    ['1.10-rc1', undefined, [1, 10]],
    ['8u382', undefined, [8]],
    ['8.', undefined, [8]],
    ['.8', undefined, undefined],
    ['v8', undefined, undefined],
    ['', undefined, undefined],
    ['٣', undefined, undefined],
  ])('%s', (text, plain, leading) => {
    expect(plainNumbers(text)).toEqual(plain);
    expect(leadingNumbers(text)).toEqual(leading);
  });
});
