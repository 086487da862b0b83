import { cvesNamedBy, NAMED_SHOWN_MAX, namedFirst } from './naming';

describe('the CVEs that an advisory is found by', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['GHSA-599f-7c49-w659', ['CVE-2022-42889', 'PYSEC-2022-1'], ['CVE-2022-42889']],
    ['CVE-2025-26519', [], ['CVE-2025-26519']],
    ['DEBIAN-CVE-2025-26519', ['CVE-2025-26519'], ['CVE-2025-26519']],
    ['ALPINE-CVE-2025-26519', ['CVE-2025-1'], ['CVE-2025-26519', 'CVE-2025-1']],
    ['DLA-3008-1', [], []],
    ['XCVE-2025-26519', ['cve-2025-26519', 'X-CVE-2025-26519', 'CVE-2025-26519-1', 'CVE-0000-1'], []],
  ])('of %s with the aliases %j are %j', (id, aliases, cves) => {
    expect(cvesNamedBy({ id, aliases })).toEqual(cves);
  });
});

describe('the advisories of a CVE to show', () => {
  it('are few: those that stand, then those of the preferred databases', () => {
    const of = (id: string, withdrawn: string | null = null) => ({ id, summary: null, severity: null, withdrawn });
    const gone = '2026-01-01T00:00:00Z';
    const all = [of('BIT-1'), of('GHSA-2', gone), of('GHSA-1', gone), of('CVE-2026-1'), of('PYSEC-1')];

    const idsOf = (advisories: typeof all) => namedFirst(advisories).map(({ id }) => id);

    expect(idsOf(all)).toEqual(['PYSEC-1', 'CVE-2026-1', 'BIT-1']);
    expect(idsOf(all)).toHaveLength(NAMED_SHOWN_MAX);
    expect(idsOf([...all].reverse())).toEqual(idsOf(all));
    expect(idsOf(all.slice(0, 3))).toEqual(['BIT-1', 'GHSA-1', 'GHSA-2']);
    expect(namedFirst([])).toEqual([]);
  });
});
