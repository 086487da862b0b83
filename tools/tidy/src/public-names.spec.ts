import { publicNameCount, publicNameFaults } from './public-names';
import { projects } from './workspace';

/** Every source entry of every library, from its `exports`. */
const entries = projects()
  .filter((project) => project.kind === 'lib')
  .flatMap(({ root, manifest }) =>
    Object.values(manifest.exports ?? {})
      .filter((target): target is Record<string, string> => typeof target === 'object' && target !== null)
      .map((target) => `${root}/${target['@stackcheck/source']!.slice('./'.length)}`),
  );

/** What a reader takes in at one look; what only another of our libraries needs has an entry of its own. */
const NAMES_MAX = 16;

describe('public names', () => {
  it.each(entries.filter((entry) => entry.endsWith('/src/index.ts')))('%s is short', (entry) => {
    expect(publicNameCount(entry)).toBeLessThanOrEqual(NAMES_MAX);
  });

  it.each(entries)('%s lists them by hand, each with a docstring at its declaration', (entry) => {
    const faults = publicNameFaults(entry).map(({ name, fault }) => `${name}: ${fault}`);

    expect(faults).toEqual([]);
  });
});
