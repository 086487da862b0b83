import { indexOsv } from './lookup';
import type { AdvisoryReader } from './ports';

/** A reader without advisories that counts what it is asked. */
function countingReader(): { readonly reader: AdvisoryReader; readonly asked: string[] } {
  const asked: string[] = [];
  const reader: AdvisoryReader = {
    facts: { records: 1, ecosystems: { npm: 1 } },
    hits: (_ecosystem, name) => {
      asked.push(name);
      return [];
    },
    find: () => undefined,
    after: () => [],
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
});
