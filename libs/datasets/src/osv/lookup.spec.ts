import { indexOsv } from './lookup';
import type { AdvisoryReader } from '../store/advisory-files';
import { someAdvisory } from './testing/advisories';

/** A reader with these specs for every package that counts what it is asked. */
function countingReader(specs: readonly string[] = []): { readonly reader: AdvisoryReader; readonly asked: string[] } {
  const asked: string[] = [];
  const reader: AdvisoryReader = {
    facts: { records: 1, ecosystems: { npm: 1 } },
    hits: () => [],
    hitsAfter: (_ecosystem, name, after) => {
      if (after !== null) return [];
      asked.push(name);
      return specs.map((spec, n) => ({ advisory: someAdvisory(`GHSA-${n}`), spec }));
    },
    find: () => undefined,
    after: () => [],
    naming: () => [],
    isWithdrawn: () => false,
    count: () => 0,
    packagesAfter: () => [],
    textsAfter: () => [],
    filed: () => [],
    withdrawnIds: () => [],
    named: () => [],
    close: () => undefined,
  };
  return { reader, asked };
}

describe('packages asked about', () => {
  it('are kept from the second time on, so that what comes once leaves nothing behind', () => {
    const { reader, asked } = countingReader();
    const index = indexOsv(reader, true);

    for (let time = 0; time < 5; time += 1) index.advisoriesOf('npm', ['lodash']);
    index.advisoriesOf('npm', ['once']);

    expect(asked).toEqual(['lodash', 'lodash', 'once']);
  });

  it('are forgotten again when thousands of others were asked about in between', () => {
    const { reader, asked } = countingReader();
    const index = indexOsv(reader, true);

    index.advisoriesOf('npm', ['lodash']);
    for (let n = 0; n < 5_000; n += 1) index.advisoriesOf('npm', [`other-${n}`]);
    index.advisoriesOf('npm', ['lodash']);
    index.advisoriesOf('npm', ['lodash']);

    expect(asked.filter((name) => name === 'lodash')).toHaveLength(3);
  });

  it('are kept one at a time where a single one is beyond all bounds', () => {
    const versions = Array.from({ length: 30_000 }, (_, n) => `"${n}.0.0"`).join();
    const { reader, asked } = countingReader(Array.from({ length: 8 }, () => `[[null,[],[${versions}]]]`));
    const index = indexOsv(reader, true);
    const ask = (name: string) => expect(index.advisoriesOf('npm', [name])).toHaveLength(8);

    for (let time = 0; time < 4; time += 1) ask('large');
    expect(asked).toHaveLength(2);
    for (let time = 0; time < 4; time += 1) ask('other');
    expect(asked).toHaveLength(4);
    ask('large');
    expect(asked).toHaveLength(5);
  });
});
