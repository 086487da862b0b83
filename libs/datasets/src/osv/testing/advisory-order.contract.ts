/// <reference types="jest" />
import { place, someAdvisory } from './advisories';
import type { IndexDeps } from './advisory-naming.contract';
import { BARE, LODASH, MALICIOUS, UNRATED } from './sample-advisories';

/** What every reader of an index promises of going through the whole of it. */
export function describeOrder({ create, write, read }: IndexDeps): void {
  it('goes through all of it in order: what is filed, what was withdrawn, what is about a CVE', async () => {
    // By code points: the order of JavaScript's strings has the last two the other way round.
    const names = ['a', 'a-b', 'ab', '\uff5e', '\u{1f600}'];
    const many = names.map((name, n) => someAdvisory(`GHSA-${n}`, { packages: [place('npm', name)] }));
    const about = someAdvisory('PYSEC-1', { ...UNRATED, aliases: ['CVE-2021-23337', 'CVE-2020-1'] });
    const builder = create();
    [MALICIOUS, LODASH, BARE, ...many, about].forEach((advisory) => builder.put(advisory));
    builder.inherit(about.id, { severity: 'low', score: 3.1, vector: 'v' });
    const reader = await read(builder.finish());

    const places = reader.packagesAfter(null, 99);
    const hits = places.flatMap((at) => reader.hits(at.ecosystem, at.name).map((hit) => ({ at, hit })));
    expect([...reader.filed()]).toEqual(hits.map(({ at: { ecosystem, name }, hit }) => ({ ecosystem, name, ...hit })));
    expect(places.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
    expect([...reader.withdrawnIds()]).toEqual([BARE.id]);
    const cves = ['CVE-2020-1', 'CVE-2021-23337'];
    expect([...(reader.named() ?? [])]).toEqual(
      cves.flatMap((cve) => reader.naming(cve, 9)!.map((advisory) => ({ cve, advisory }))),
    );
    expect([...(await read(write([]))).filed()]).toEqual([]);
  });
}
