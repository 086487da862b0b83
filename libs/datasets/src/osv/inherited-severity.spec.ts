import { inheritSeverity } from './inherited-severity';
import type { StoredAdvisory } from '../snapshot/stored-advisory';
import { place, someAdvisory } from './testing/advisories';
import { MemoryAdvisoryFiles } from './testing/memory-advisory-files';

const UNRATED = { severity: null, score: null, vector: null } as const;
const CRITICAL = { severity: 'critical', score: 9.8, vector: 'v' } as const;

async function severityOf(name: string, advisories: readonly StoredAdvisory[]) {
  const files = new MemoryAdvisoryFiles();
  const builder = files.create();
  for (const advisory of advisories) builder.put(advisory);
  inheritSeverity(builder);
  const reader = await files.open(builder.finish());
  return reader.hits('PyPI', name).map(({ advisory }) => [advisory.id, advisory.severity, advisory.score]);
}

describe('an advisory that states no severity', () => {
  it.each<[string, Partial<StoredAdvisory>, Partial<StoredAdvisory>]>([
    ['names the one that does', { aliases: ['GHSA-1'] }, {}],
    ['is named by the one that does, and names none itself', {}, { aliases: ['PYSEC-1'] }],
    ['has an alias in common with it', { aliases: ['CVE-1'] }, { aliases: ['CVE-1'] }],
  ])('has that of another of the same vulnerability: it %s', async (_what, unrated, rated) => {
    const advisories = [
      someAdvisory('PYSEC-1', { ...UNRATED, ...unrated, packages: [place('PyPI', 'x')] }),
      someAdvisory('GHSA-1', { ...CRITICAL, ...rated, packages: [place('PyPI', 'elsewhere')] }),
    ];

    expect(await severityOf('x', advisories)).toEqual([['PYSEC-1', 'critical', 9.8]]);
  });

  it.each<[string, Partial<StoredAdvisory>]>([
    ['a severity alone', { ...UNRATED, severity: 'low' }],
    ['a score alone', { ...UNRATED, score: 3.1 }],
    ['a vector alone', { ...UNRATED, vector: 'w' }],
  ])('is none that states %s, which stays', async (_what, stated) => {
    const advisories = [
      someAdvisory('PYSEC-1', { ...UNRATED, ...stated, aliases: ['GHSA-1'], packages: [place('PyPI', 'x')] }),
      someAdvisory('GHSA-1', { ...CRITICAL, packages: [place('PyPI', 'elsewhere')] }),
    ];

    expect(await severityOf('x', advisories)).toEqual([['PYSEC-1', stated.severity, stated.score]]);
  });

  it('has none from one that is another vulnerability', async () => {
    const advisories = [
      someAdvisory('PYSEC-1', { ...UNRATED, packages: [place('PyPI', 'x')] }),
      someAdvisory('GHSA-1', { ...CRITICAL, aliases: ['PYSEC-2'], packages: [place('PyPI', 'x')] }),
    ];

    expect(await severityOf('x', advisories)).toEqual([
      ['GHSA-1', 'critical', 9.8],
      ['PYSEC-1', null, null],
    ]);
  });
});
