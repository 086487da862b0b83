/// <reference types="jest" />
import type { AdvisoryBuilder, AdvisoryReader } from '../../store/advisory-files';
import type { IndexFile } from '../../snapshot/index-file';
import type { StoredAdvisory } from '../../snapshot/stored-advisory';
import { someAdvisory } from './advisories';
import { UNRATED } from './sample-advisories';

/** How the contract of advisory files makes and reads them. */
export interface IndexDeps {
  readonly create: () => AdvisoryBuilder;
  readonly write: (advisories: readonly StoredAdvisory[], from?: IndexFile) => IndexFile;
  readonly read: (file: IndexFile) => Promise<AdvisoryReader>;
}

/** What every folder of index files promises of the look-up by CVE. */
export function describeNaming({ create, write, read }: IndexDeps): void {
  it('finds the advisories that are about a CVE: by alias, by id, and by an id that ends in it', async () => {
    const CVE = 'CVE-2024-10001';
    const inherited = { severity: 'high', score: 7.5, vector: 'v' } as const;
    const named = [
      someAdvisory('GHSA-1', {
        aliases: ['PYSEC-2024-1', CVE, 'CVE-2024-1000'],
        severity: 'low',
        withdrawn: '2026-01-01T00:00:00Z',
      }),
      someAdvisory('PYSEC-2024-1', { ...UNRATED, aliases: [CVE, CVE] }),
      someAdvisory(CVE, { ...UNRATED, aliases: ['GHSA-1', CVE], summary: null }),
      someAdvisory(`DEBIAN-${CVE}`, { aliases: [], severity: 'critical' }),
    ];
    const others = [
      someAdvisory('GHSA-2', { aliases: [`${CVE}0`, `X-${CVE}`, 'cve-2024-10001', '', '"', `${CVE}-1`] }),
      someAdvisory(`DEBIAN-${CVE}-1`, { aliases: [] }),
      someAdvisory(`XCVE-2024-10001`, { aliases: [] }),
    ];
    const builder = create();
    [...others, ...named].forEach((advisory) => builder.put(advisory));
    builder.inherit('PYSEC-2024-1', inherited);
    const reader = await read(builder.finish());

    const view = ({ id, summary, severity, withdrawn }: StoredAdvisory) => ({ id, summary, severity, withdrawn });
    const expected = [named[2]!, named[3]!, named[0]!, { ...named[1]!, severity: 'high' as const }].map(view);
    expect(reader.naming(CVE, 9)).toEqual(expected);
    expect(reader.naming(CVE, 2)).toEqual(expected.slice(0, 2));
    expect(reader.naming('CVE-2024-1000', 9)?.map(({ id }) => id)).toEqual(['GHSA-1']);
    expect(reader.naming(`${CVE}0`, 9)?.map(({ id }) => id)).toEqual(['GHSA-2']);
    expect(['CVE-2024-9999', `${CVE}-1`, `X-${CVE}`, '', '"'].flatMap((cve) => reader.naming(cve, 9))).toEqual([]);
  });

  it('finds by CVE what is there after going on from another index, and nothing else', async () => {
    const CVE = 'CVE-2024-10001';
    const first = write([someAdvisory('GHSA-1', { aliases: [CVE] }), someAdvisory('GHSA-2', { aliases: [CVE] })]);
    const second = write([someAdvisory('GHSA-1', { aliases: [] }), someAdvisory('GHSA-3', { aliases: [CVE] })], first);

    const idsIn = async (file: typeof first) => (await read(file)).naming(CVE, 9)?.map(({ id }) => id);
    expect(await idsIn(first)).toEqual(['GHSA-1', 'GHSA-2']);
    expect(await idsIn(second)).toEqual(['GHSA-2', 'GHSA-3']);
  });
}
