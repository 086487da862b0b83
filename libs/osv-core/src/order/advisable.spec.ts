import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { prepare } from '../evaluate/evaluate';
import { minimumSafe } from '../assess/minimum-safe';
import type { JudgedAdvisory } from '../package/package-judge';
import type { RangeEvent } from '../advisory/advisory';
import { inFlavourOf, misfit } from './advisable';

const CASES = readFileSync(join(__dirname, 'advisable.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [Ecosystem, string, string, string, string]);

const WORDS = ['fits', 'flavour', 'pre'];

it.each(CASES)('%s: to who has %s, %s %s', (ecosystem, asked, candidate, expected, other) => {
  expect(WORDS[misfit(ecosystem, asked)(candidate)]).toBe(expected);
  expect(inFlavourOf(ecosystem, asked, candidate) ?? '-').toBe(other);
});

/** Advisories of a package, each about what is before a version. */
function fixedIn(ecosystem: Ecosystem, ...fixes: readonly string[]): readonly JudgedAdvisory[] {
  return fixes.map((fixed) => {
    const events: readonly RangeEvent[] = [
      ['i', '0'],
      ['f', fixed],
    ];
    return {
      advisory: { withdrawn: null },
      specs: prepare([{ suffix: null, ranges: [events], versions: [] }], ecosystem),
    };
  });
}

describe('the version that is called safe', () => {
  it.each([
    ['PyPI', '2.0', ['2.8.3rc1', '2.7'], '2.8.3rc1'],
    ['PyPI', '2.0', ['2.8.3rc1', '2.8.3'], '2.8.3'],
    ['PyPI', '2.8.3rc0', ['2.8.3rc1', '2.9'], '2.9'],
    ['PyPI', '2.9', ['2.8.3rc1'], '2.9'],
    ['PyPI', '2.0', ['2.8.3rc1', '3.0'], '3.0'],
    ['npm', '1.0.0', ['2.0.0-alpha.1'], '2.0.0-alpha.1'],
    ['Maven', '31.1-jre', ['32.0.0-android'], '32.0.0-jre'],
    ['Maven', '30.0-android', ['32.0.0-android'], '32.0.0-android'],
    ['Maven', '20.0', ['32.0.0-android'], '32.0.0-jre'],
    ['Maven', '20.0', ['24.1.1-jre'], '24.1.1-jre'],
    ['Maven', '4.1.0.Final', ['4.1.118.Final'], '4.1.118.Final'],
  ] as const)('%s %s with fixes %j is %s', (ecosystem, version, fixes, expected) => {
    const advisories = fixedIn(ecosystem, ...fixes);
    const query = { ecosystem, version, release: null };

    expect(minimumSafe(advisories, query)).toBe(expected);
  });
});
