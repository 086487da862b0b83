import fc from 'fast-check';
import { assess } from './assess';
import type { VersionQuery } from '../evaluate/evaluate';
import { FoundBefore } from './found-before';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { MANY } from '../package/whole-package';
import { testAdvisory } from '../testing/advisory-source';
import type { RangeEvent } from '../advisory/advisory';

const version = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })).map(([major, minor]) => `${major}.${minor}.0`);
const anyAdvisories = fc
  .array(
    fc.record({
      range: fc.tuple(version, fc.option(version)),
      aliases: fc.subarray(['CVE-1', 'CVE-2', 'CVE-3'], { maxLength: 2 }),
      withdrawn: fc.constantFrom(null, null, null, '2026-01-01T00:00:00Z'),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((records) =>
    records.map(({ range: [from, to], aliases, withdrawn }, n) => {
      const events: RangeEvent[] = [['i', from], ...(to === null ? [] : [['f', to] as const])];
      return testAdvisory(`GHSA-${n}`, { aliases, withdrawn }, events);
    }),
  );

/** So many others that the package is prepared as a whole. */
const padding = Array.from({ length: MANY }, (_, n) => testAdvisory(`X-${n}`, {}, [['i', '99.0.0']]));

describe('versions of one package, one after another (property)', () => {
  const anyList = fc
    .tuple(anyAdvisories, fc.boolean())
    .map(([advisories, isMany]): readonly PackageAdvisory[] => (isMany ? [...advisories, ...padding] : advisories));
  const isExploited = ({ ids }: { readonly ids: readonly string[] }) => ids.includes('CVE-1');
  const asked = (text: string): VersionQuery => ({ ecosystem: 'npm', version: text, release: null });

  it('are answered as each by itself', () => {
    let [safe, best] = [0, 0];
    fc.assert(
      fc.property(anyList, fc.array(version, { minLength: 1, maxLength: 5 }), (advisories, versions) => {
        const foundBefore = new FoundBefore();
        const alone = (text: string) => assess(asked(text), [...advisories], { isExploited });
        for (const text of versions) {
          const { minimumSafe, best: moved, ...rest } = assess(asked(text), advisories, { isExploited, foundBefore });
          expect({ ...rest, minimumSafe, best: moved }).toEqual(alone(text));
          const target = minimumSafe ?? moved?.version;
          if (target === undefined) continue;
          if (minimumSafe === null) best++;
          else if (target !== text) safe++;
          expect(assess(asked(target), advisories, { isExploited, foundBefore })).toEqual(alone(target));
        }
      }),
      { numRuns: process.env['CAMPAIGN'] === 'full' ? 2_000 : 200 },
    );
    expect(Math.min(safe, best)).toBeGreaterThan(10);
  });
});
