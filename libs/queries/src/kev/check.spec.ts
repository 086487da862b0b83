import type { OsvIndex } from '@stackcheck/datasets/osv';
import { EpssIndexBuilder } from '@stackcheck/epss-core';
import { KevIndex } from '@stackcheck/kev-core';
import type { MetaDeps } from '../query/query';
import { kevCheck } from './check';

const CVE = 'CVE-2021-44228';

function scores(complete: boolean) {
  const builder = new EpssIndexBuilder(1);
  builder.add(CVE, 0.94, 0.99);
  return builder.finish({ modelVersion: 'v2025.03.14', scoreDate: '2026-11-20' }, complete);
}

type Advisories = Pick<OsvIndex, 'complete' | 'naming'>;

/** @param epss whether all scores are at hand; undefined: none. @param osv the advisories at hand; undefined: none */
function depsWith(epss: boolean | undefined, osv?: Advisories): MetaDeps {
  const held: Readonly<Record<string, object | undefined>> = {
    kev: { manifest: { snapshot_id: 'kev-1' }, index: new KevIndex('v', []) },
    osv: osv && { manifest: { snapshot_id: 'osv-1' }, index: osv },
    epss: epss === undefined ? undefined : { manifest: { snapshot_id: 'epss-1' }, index: scores(epss) },
  };
  const data = (id: string) => held[id] as never;
  const metaOf = (dataset: string) => ({ dataset, notice: 'As is.' }) as never;
  return { today: '2026-11-20', nowMs: 0, baseUrl: 'https://x.example', data, peek: data, metaOf };
}

function ask(epss: boolean | undefined, osv?: Advisories) {
  const deps = depsWith(epss, osv);
  const data = kevCheck.answer({ cves: [CVE] }, deps);
  return { data, meta: kevCheck.meta!({ cves: [CVE] }, data, deps) };
}

describe('scores of exploitation that are not at hand', () => {
  it('are null and said to be absent, and the answer is sold without them', () => {
    const { data, meta } = ask(undefined);

    expect(data).toMatchObject({ results: [{ epss: null }], epss_complete: false, epss_snapshot_id: null });
    expect(data.priority).toEqual([]);
    expect(meta).toEqual({ dataset: 'kev', notice: 'As is.' });
  });

  it.each([true, false])('come from those scores that are loaded (all of them: %s)', (complete) => {
    const { data, meta } = ask(complete);

    expect(data).toMatchObject({
      results: [{ epss: { score: 0.94 } }],
      epss_complete: complete,
      epss_snapshot_id: 'epss-1',
      priority: [{ cve: CVE, listed: false, why: 'epss', days: null, epss_score: 0.94 }],
    });
    expect(Object.entries(meta).at(-1)).toEqual(['joined', { epss: { dataset: 'epss', notice: 'As is.' } }]);
  });

  it('change nothing else of the answer, its order included', () => {
    const without = (epss: boolean | undefined) =>
      JSON.stringify(ask(epss), (name, value: unknown) => (/^(epss|joined|priority)/.test(name) ? undefined : value));

    expect(without(true)).toBe(without(undefined));
  });
});

describe('what advisories know of a CVE that is not listed', () => {
  const standing = { id: 'GO-2021-1', summary: 'Go away.', severity: 'high', withdrawn: null } as const;
  const preferred = { ...standing, id: 'GHSA-1' };
  const others = ['BIT-1', 'PYSEC-1'].map((id) => ({ ...standing, id }));
  const withdrawn = { ...standing, id: 'GHSA-0', withdrawn: '2026-01-01T00:00:00Z' };

  it('is said with the foremost of them, from a named snapshot', () => {
    const { data, meta } = ask(undefined, {
      complete: true,
      naming: () => [withdrawn, ...others, standing, preferred],
    });

    const [result] = data.results;
    expect(result).toMatchObject({ listed: false, known_to_advisories: true });
    expect(result?.advisories?.map(({ id }) => id)).toEqual(['GHSA-1', 'GO-2021-1', 'PYSEC-1']);
    expect(result?.advisories?.[0]).toEqual({ ...preferred, url: 'https://osv.dev/vulnerability/GHSA-1' });
    expect(data.unlisted).toEqual(data.results);
    expect(data).toMatchObject({ osv_complete: true, osv_snapshot_id: 'osv-1', osv_note: null });
    expect(meta).toMatchObject({ dataset: 'kev', joined: { osv: { dataset: 'osv' } } });
  });

  it.each<[string, Advisories | undefined, boolean | null, RegExp | null]>([
    ['none knows it', { complete: true, naming: () => [] }, false, null],
    ['a selection does not', { complete: false, naming: () => [] }, null, /^Only a selection/],
    ['a selection does', { complete: false, naming: () => [standing] }, true, /^Only a selection/],
    ['they cannot be asked by CVE', { complete: true, naming: () => undefined }, null, /cannot be asked by CVE yet/],
    ['none are at hand', undefined, null, /^No package advisories are at hand/],
  ])('is never a clean no where %s and that is not all', (_what, osv, known, note) => {
    const { data } = ask(undefined, osv);

    expect(data.results[0]?.known_to_advisories).toBe(known);
    expect(data.results[0]?.advisories).toHaveLength(known === true ? 1 : 0);
    expect(data.osv_complete).toBe(note === null);
    if (note === null) expect(data.osv_note).toBeNull();
    else expect(data.osv_note).toMatch(note);
  });

  it('costs one look-up for each CVE, however often it was sent, and none for the listed', () => {
    const asked: string[] = [];
    const deps = depsWith(undefined, { complete: true, naming: (cve) => (asked.push(cve), []) });

    const data = kevCheck.answer({ cves: [...Array(50).fill(CVE), ...Array(50).fill('cve-2021-44229')] }, deps);

    expect(data.count).toBe(100);
    expect(asked.filter((cve) => cve.startsWith('CVE-2021'))).toEqual([CVE, 'CVE-2021-44229']);
  });
});
