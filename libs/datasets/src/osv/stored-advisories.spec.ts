import { sha256Hex } from '@stackcheck/signing';
import { PIECE_BYTES_MAX, openStoredAdvisories, type AdvisoriesOpened } from './stored-advisories';
import { INDEXES_KEPT, sweepIndexes } from './kept-indexes';
import { toRaw } from './testing/small-bucket';
import { AdvisoryHarness } from './testing/advisory-harness';
import { someAdvisory } from './testing/advisories';

const HOUR_MS = 3_600_000;

const open = (harness: AdvisoryHarness, snapshotId: string): Promise<AdvisoriesOpened> =>
  openStoredAdvisories(snapshotId, { reader: harness.store, files: harness.files, verifiers: harness.verifiers });

const sweep = ({ store, files, clock }: AdvisoryHarness): number => sweepIndexes({ store, files, nowMs: clock.now() });

function joined(pieces: Iterable<Uint8Array>): Uint8Array {
  return Buffer.concat([...pieces]);
}

/** Publishes a snapshot with one advisory more. */
function another(harness: AdvisoryHarness, at: number): Promise<{ snapshot_id: string; sha256: string }> {
  const modified = new Date(harness.clock.now()).toISOString();
  harness.bucket.put('npm', toRaw(someAdvisory(`MAL-2026-${at}`, { modified })));
  return harness.published();
}

describe('a stored snapshot of the package advisories', () => {
  it('is the very bytes that its digest is of, each time, in pieces that are not too long', async () => {
    const harness = new AdvisoryHarness();
    const versions = Array.from({ length: 20_000 }, (_, at) => `1.0.${at}`);
    const affected = [{ package: { ecosystem: 'npm', name: 'long' }, versions }];
    harness.bucket.put('npm', { ...toRaw(someAdvisory('MAL-2026-1')), affected });
    const { snapshot_id: id, sha256 } = await harness.published();

    const opened = await open(harness, id);

    if (opened.kind !== 'open') throw new Error(JSON.stringify(opened));
    const pieces = [...opened.advisories.pieces()];
    expect(sha256Hex(joined(pieces))).toBe(sha256);
    expect(sha256Hex(joined(opened.advisories.pieces()))).toBe(sha256);
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(PIECE_BYTES_MAX);
    expect(opened.advisories.manifest.snapshot_id).toBe(id);
  });

  it('is found after newer ones, and still when its manifest alone is kept', async () => {
    const harness = new AdvisoryHarness();
    const { snapshot_id: id, sha256 } = await harness.published();
    await another(harness, 2);

    const opened = await open(harness, id);
    expect(opened.kind === 'open' && sha256Hex(joined(opened.advisories.pieces()))).toBe(sha256);
    harness.files.files.clear();
    expect(await open(harness, id)).toEqual({ kind: 'missing' });
    expect(await open(harness, 'osv-20200101T000000Z-00000000')).toEqual({ kind: 'forgotten' });
  });

  it('is not opened when it is not what was signed', async () => {
    const harness = new AdvisoryHarness();
    const { snapshot_id: id } = await harness.published();
    harness.verifiers.clear();

    expect(await open(harness, id)).toEqual({ kind: 'fault', fault: expect.stringMatching(/known keys/) });
  });
});

describe('index files', () => {
  it('are kept for a week after they were sold last, however often upstream changes', async () => {
    const harness = new AdvisoryHarness();
    const { snapshot_id: first } = await harness.published();
    for (let at = 0; at < INDEXES_KEPT + 2; at++) {
      harness.clock.advance(HOUR_MS);
      await another(harness, at);
    }
    const kindOf = async () => (await open(harness, first)).kind;

    // The first was sold until the second came, an hour later.
    harness.clock.advance((7 * 24 - INDEXES_KEPT - 2) * HOUR_MS);
    expect([sweep(harness), await kindOf()]).toEqual([0, 'open']);
    harness.clock.advance(HOUR_MS + 1_000);
    expect([sweep(harness), await kindOf()]).toEqual([1, 'missing']);
  });
});
