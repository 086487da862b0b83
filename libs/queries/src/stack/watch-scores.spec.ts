import { EpssIndexBuilder } from '@stackcheck/epss-core';
import { KevIndex } from '@stackcheck/kev-core';
import { nodeSealing } from '@stackcheck/stack-core/node';
import { stackWatch, type WatchDeps } from './watch';

const CVE = 'CVE-2021-44228';
const NOW = Date.parse('2026-11-20T08:00:00Z');

/** @param score of the CVE; undefined: no scores are at hand */
function depsWith(score: number | undefined, modelVersion = 'v1', complete = true): WatchDeps {
  const builder = new EpssIndexBuilder(1);
  builder.add(CVE, score ?? 0, score ?? 0);
  const index = builder.finish({ modelVersion, scoreDate: '2026-11-20' }, complete);
  const held: Readonly<Record<string, object | undefined>> = {
    kev: { manifest: { snapshot_id: 'kev-1' }, index: new KevIndex('v', []) },
    epss: score === undefined ? undefined : { manifest: { snapshot_id: 'epss-1' }, index },
  };
  const data = (id: string) => held[id] as never;
  return {
    today: '2026-11-20',
    nowMs: NOW,
    data,
    peek: data,
    ring: [{ id: 'k1', secret: new Uint8Array(32).fill(7) }],
    sealing: nodeSealing,
    nonce: () => new Uint8Array(12),
    refreshOf: () => ({ refreshedAtMs: NOW, cadenceHours: 24 }),
  };
}

const start = (deps: WatchDeps) => stackWatch.answer({ cves: [CVE], policy: { epss_min: 0.5 } }, deps);

describe('a watch of a threshold of scores', () => {
  it.each<[string, WatchDeps, WatchDeps, readonly object[]]>([
    ['up', depsWith(0.49), depsWith(0.5), [{ type: 'epss_above', ref: 'cves/0', epss: { score: 0.5 } }]],
    ['down', depsWith(0.5), depsWith(0.49), [{ type: 'epss_below', ref: 'cves/0', epss: { score: 0.49 } }]],
    ['on its side', depsWith(0.5), depsWith(0.9), []],
    ['of another model', depsWith(0.1), depsWith(0.9, 'v2'), [{ type: 'epss_model_changed', from: 'v1', to: 'v2' }]],
    ['of a selection', depsWith(0.1), depsWith(0.9, 'v1', false), []],
    ['not at hand', depsWith(0.9), depsWith(undefined), []],
  ])('reports a score that is now %s', (_what, before, now, changes) => {
    const first = start(before);
    const next = stackWatch.answer({ token: first.watch.token }, now);

    expect(next.changes).toMatchObject(changes);
    expect(next.changes).toHaveLength(changes.length);
    expect(next.watch.stack.policy).toEqual(first.watch.stack.policy);
  });

  it('is in doubt while no scores are at hand', () => {
    expect(start(depsWith(undefined))).toMatchObject({ verdict: 'unknown', reasons: [{ code: 'epss_unknown' }] });
  });
});
