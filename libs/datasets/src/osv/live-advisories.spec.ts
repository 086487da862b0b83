import { indexFault } from './live-advisories';
import { indexOsv } from './lookup';
import type { AdvisoryReader } from '../store/advisory-files';
import type { StoredAdvisory } from '../snapshot/stored-advisory';
import { someAdvisory } from './testing/advisories';

const ADVISORIES: readonly StoredAdvisory[] = ['GHSA-a', 'GHSA-b', 'PYSEC-c'].map((id, at) => ({
  ...someAdvisory(id),
  packages: [{ ecosystem: 'npm', name: at === 2 ? 'other' : 'shared', spec: '*' }],
}));

/** A reader that files each advisory under its packages, but for those that it lost. */
function reader(lost: readonly string[] = []): { readonly reader: AdvisoryReader; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    reader: {
      facts: { records: ADVISORIES.length, ecosystems: { npm: ADVISORIES.length } },
      hits: () => [],
      hitsAfter: (_ecosystem, name, after) => {
        if (after !== null) return [];
        asked.push(name);
        const filed = ADVISORIES.filter(({ id, packages }) => packages[0]!.name === name && !lost.includes(id));
        return filed.map((advisory) => ({ advisory, spec: '*' }));
      },
      find: () => undefined,
      naming: () => [],
      isWithdrawn: () => false,
      count: () => 0,
      packagesAfter: () => [],
      after: (id, limit) => ADVISORIES.filter((advisory) => advisory.id > (id ?? '')).slice(0, limit),
      textsAfter: () => [],
      filed: () => [],
      withdrawnIds: () => [],
      named: () => [],
      close: () => undefined,
    },
  };
}

describe('the self-test of an index of advisories', () => {
  it('finds nothing wrong with one that is whole, and reads each package once', () => {
    const whole = reader();

    expect(indexFault(indexOsv(whole.reader, true))).toBeUndefined();
    expect(whole.asked).toEqual(['shared', 'other']);
  });

  it.each(['GHSA-a', 'GHSA-b', 'PYSEC-c'])('misses %s where its package does not lead to it', (id) => {
    expect(indexFault(indexOsv(reader([id]).reader, true))).toMatch(`"${id}" is not found under npm`);
  });
});
