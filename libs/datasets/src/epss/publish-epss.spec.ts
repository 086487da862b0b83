import { gzipSync } from 'node:zlib';
import { LiveSnapshots } from '../serve/live-snapshots';
import { publishStarter } from '../publish/publish-starter';
import { IngestHarness } from '../testing';
import { changedScores, scoresBytes } from './testing/small-scores';

let harness: IngestHarness;
let live: LiveSnapshots;
beforeEach(() => {
  harness = new IngestHarness('epss');
  live = new LiveSnapshots({ reader: harness.store, verifiers: () => harness.verifiers, clock: harness.clock });
});

/** What comes of a refresh from this document; the API looks at it afterwards. */
async function refresh(body: Uint8Array, etag: string): Promise<string> {
  harness.upstream.serve(gzipSync(body), etag);
  const outcome = await harness.publish();
  await live.refresh();
  harness.clock.advance(3_600_000);
  return outcome.kind;
}

const find = (cve: string) => live.current('epss')!.index.find(cve);
const NEXT = { date: '2026-11-20T12:55:00Z' };

describe('publishing scores', () => {
  it('gives a signed snapshot of its own chain, which answers', async () => {
    expect(await refresh(scoresBytes(), '"a"')).toBe('published');

    expect(live.current('epss')!.manifest).toMatchObject({
      snapshot_id: expect.stringMatching(/^epss-\d{8}T\d{6}Z-[0-9a-f]{8}$/) as string,
      attribution: 'EPSS data by FIRST, https://www.first.org/epss',
      record_count: 200,
    });
    expect(live.current('epss')!.index.facts).toEqual({ modelVersion: 'v2025.03.14', scoreDate: '2026-11-19' });
    expect([find('CVE-2021-44228'), find('CVE-2026-70003'), find('CVE-2026-99999')]).toEqual([
      { score: 0.94358, percentile: 0.99961 },
      { score: 0.003, percentile: 0.01705 },
      undefined,
    ]);
  });

  it('takes the place of the starter, which is a selection', async () => {
    await publishStarter(harness.dataset, harness.deps());
    await live.refresh();
    expect(live.current('epss')!.index.complete).toBe(false);
    expect(find('CVE-2021-44228')).toEqual({ score: 0.94, percentile: 0.99 });

    expect(await refresh(scoresBytes(), '"a"')).toBe('published');

    expect(live.current('epss')!.index.complete).toBe(true);
    expect(find('CVE-2021-44228')).toEqual({ score: 0.94358, percentile: 0.99961 });
  });

  it('follows the scores from day to day, and takes a new model', async () => {
    await refresh(scoresBytes(), '"a"');
    const next = changedScores(([cve, score, rank]) => [cve, (Number(score) + 0.002).toFixed(5), rank]);
    expect(await refresh(scoresBytes(next, NEXT), '"b"')).toBe('published');
    expect(find('CVE-2026-70003')).toEqual({ score: 0.005, percentile: 0.01705 });

    const other = changedScores(([cve, score, rank]) => [cve, (Number(score) / 2).toFixed(5), rank]);
    expect(await refresh(scoresBytes(other, { ...NEXT, model: 'v2026.11.20' }), '"c"')).toBe('published');

    expect(live.current('epss')!.index.facts.modelVersion).toBe('v2026.11.20');
    expect(find('CVE-2021-44228')).toEqual({ score: 0.47179, percentile: 0.99961 });
  });

  it('counts the same scores as a refresh', async () => {
    await refresh(scoresBytes(), '"a"');

    expect(await refresh(scoresBytes(), '"b"')).toBe('unchanged');
    expect(live.freshness('epss')).toBe('fresh');
  });

  it('keeps the last good scores when a broken document comes, and says why', async () => {
    await refresh(scoresBytes(), '"a"');

    expect(
      await refresh(
        scoresBytes(
          changedScores((row, n) => (n % 2 ? undefined : row)),
          NEXT,
        ),
        '"b"',
      ),
    ).toBe('refused');

    expect(find('CVE-2026-70003')).toEqual({ score: 0.003, percentile: 0.01705 });
    expect(live.status('epss').refusal).toContain('shrunken: 100 of 200 scored CVEs are gone');
  });

  it('makes no delta: nearly every score changes from day to day', async () => {
    await refresh(scoresBytes(), '"a"');
    const from = live.current('epss')!.manifest.snapshot_id;
    await refresh(scoresBytes(undefined, NEXT), '"b"');

    expect(live.deltaSince(live.current('epss')!, from)).toMatchObject({ kind: 'none' });
  });
});
