import { nearNames } from '@stackcheck/osv-core/name-sets';
import { finish } from '../tasks/cooperative-task';
import { indexOsv } from './lookup';
import { HEAVY_FROM, tabulate } from './package-table';
import { place, someAdvisory } from './testing/advisories';
import { MemoryAdvisoryFiles } from './testing/memory-advisory-files';

async function readerOf(advisories: readonly ReturnType<typeof someAdvisory>[]) {
  const files = new MemoryAdvisoryFiles();
  const builder = files.create();
  for (const advisory of advisories) builder.put(advisory);
  return files.open(builder.finish());
}

const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => someAdvisory(`GHSA-${name}-${n}`, { packages: [place('Debian', name)] }));

describe('the table of an index', () => {
  it('holds the packages with many advisories, and the names of all, however many pages there are', async () => {
    const others = Array.from({ length: 950 }, (_, n) => someAdvisory(`GHSA-${n}`));
    const reader = await readerOf([...many('linux', HEAVY_FROM), ...many('bash', HEAVY_FROM - 1), ...others]);

    const table = finish(tabulate(reader));

    expect(table.weightOf('Debian', 'linux')).toBe(HEAVY_FROM);
    expect(table.weightOf('Debian', 'bash')).toBe(0);
    expect(table.weightOf('Ubuntu', 'linux')).toBe(0);
    const [debian, npm] = [table.namesOf('Debian')!, table.namesOf('npm')!];
    expect(nearNames('linu', debian)).toContain('linux');
    expect(nearNames('bahs', debian)).toContain('bash');
    for (let n = 0; n < 950; n += 1) expect(nearNames(`ghsa${n}`, npm)).toContain(`ghsa-${n}`);
    expect(table.namesOf('Go')).toBeUndefined();
  });

  it('is made once, when it is first needed', async () => {
    const reader = await readerOf(many('linux', HEAVY_FROM));
    const asked: unknown[] = [];
    const counting = {
      ...reader,
      packagesAfter: (...at: Parameters<typeof reader.packagesAfter>) => {
        asked.push(at);
        return reader.packagesAfter(...at);
      },
    };
    const index = indexOsv(counting, true);
    expect(asked).toEqual([]);

    const weights = ['linux', 'linux', 'none'].map((name) => index.weightOf('Debian', [name]));

    expect(weights).toEqual([HEAVY_FROM, HEAVY_FROM, 0]);
    expect(asked).toHaveLength(1);
  });
});
