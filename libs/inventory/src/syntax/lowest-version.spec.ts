import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { lowestVersion } from './lowest-version';

const cases = readFileSync(join(__dirname, 'lowest-version.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): [string, string] => {
    const parts = line.split('|');
    return [parts.slice(0, -1).join('|').trim(), parts.at(-1)!.trim()];
  });

describe('the lowest version of a range', () => {
  it.each(cases)('%s: %s', (range, lowest) => {
    expect(lowestVersion(range) ?? '-').toBe(lowest);
  });

  it('is in the range by PEP 440 where more numbers follow', () => {
    expect(lowestVersion('>3.7', 'version')).toBe('3.7');
  });

  it('of nothing, or of a text that is no range, is none', () => {
    expect([lowestVersion(''), lowestVersion('>='), lowestVersion(`>=${'1'.repeat(2000)}`)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is the lowest of the alternatives, in any order', () => {
    const versions = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(versions, fc.constantFrom('', '^', '>=', '~'), (numbers, operator) => {
        const range = numbers.map((number) => `${operator}${number}`).join(' || ');

        expect(lowestVersion(range)).toBe(String(Math.min(...numbers)));
      }),
    );
  });

  it('ends with a text of any kind', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: fc.constantFrom(...'1.x*<>=~|, -v') }), (range) => {
        const lowest = lowestVersion(range);

        expect(lowest === null || /^\d/.test(lowest)).toBe(true);
      }),
    );
  });
});
