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

/** @param epss whether all scores are at hand; undefined: none */
function depsWith(epss: boolean | undefined): MetaDeps {
  const held: Readonly<Record<string, object | undefined>> = {
    kev: { manifest: { snapshot_id: 'kev-1' }, index: new KevIndex('v', []) },
    epss: epss === undefined ? undefined : { manifest: { snapshot_id: 'epss-1' }, index: scores(epss) },
  };
  const data = (id: string) => held[id] as never;
  const metaOf = (dataset: string) => ({ dataset, notice: 'As is.' }) as never;
  return { today: '2026-11-20', nowMs: 0, baseUrl: 'https://x.example', data, peek: data, metaOf };
}

function ask(epss: boolean | undefined) {
  const deps = depsWith(epss);
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

  it.each([true, false])('are told from such as are (all of them: %s)', (complete) => {
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
