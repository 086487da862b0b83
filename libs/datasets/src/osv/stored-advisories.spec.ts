import { sha256Hex } from '@stackcheck/signing';
import { PIECE_BYTES_MAX, openStoredAdvisories, type AdvisoriesOpened } from './stored-advisories';
import { INDEXES_KEPT, sweepIndexes } from './publish-advisories';
import { toRaw } from './testing/small-bucket';
import { AdvisoryWorld } from './testing/advisory-world';
import { someAdvisory } from './testing/advisories';

const HOUR_MS = 3_600_000;

const open = (world: AdvisoryWorld, snapshotId: string): Promise<AdvisoriesOpened> =>
  openStoredAdvisories(snapshotId, { reader: world.store, files: world.files, verifiers: world.verifiers });

function joined(pieces: Iterable<Uint8Array>): Uint8Array {
  return Buffer.concat([...pieces]);
}

/** Publishes a snapshot with one advisory more. */
function another(world: AdvisoryWorld, at: number): Promise<{ snapshot_id: string; sha256: string }> {
  const modified = new Date(world.clock.now()).toISOString();
  world.bucket.put('npm', toRaw(someAdvisory(`MAL-2026-${at}`, { modified })));
  return world.published();
}

describe('a stored snapshot of the package advisories', () => {
  it('is the very bytes that its digest is of, each time, in pieces that are not too long', async () => {
    const world = new AdvisoryWorld();
    const versions = Array.from({ length: 20_000 }, (_, at) => `1.0.${at}`);
    const affected = [{ package: { ecosystem: 'npm', name: 'long' }, versions }];
    world.bucket.put('npm', { ...toRaw(someAdvisory('MAL-2026-1')), affected });
    const { snapshot_id: id, sha256 } = await world.published();

    const opened = await open(world, id);

    if (opened.kind !== 'open') throw new Error(JSON.stringify(opened));
    const pieces = [...opened.advisories.pieces()];
    expect(sha256Hex(joined(pieces))).toBe(sha256);
    expect(sha256Hex(joined(opened.advisories.pieces()))).toBe(sha256);
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(PIECE_BYTES_MAX);
    expect(opened.advisories.manifest.snapshot_id).toBe(id);
  });

  it('is found after newer ones, and still when its manifest alone is kept', async () => {
    const world = new AdvisoryWorld();
    const { snapshot_id: id, sha256 } = await world.published();
    await another(world, 2);

    const opened = await open(world, id);
    expect(opened.kind === 'open' && sha256Hex(joined(opened.advisories.pieces()))).toBe(sha256);
    world.files.files.clear();
    expect(await open(world, id)).toEqual({ kind: 'missing' });
    expect(await open(world, 'osv-20200101T000000Z-00000000')).toEqual({ kind: 'forgotten' });
  });

  it('is not opened when it is not what was signed', async () => {
    const world = new AdvisoryWorld();
    const { snapshot_id: id } = await world.published();
    world.verifiers.clear();

    expect(await open(world, id)).toEqual({ kind: 'fault', fault: expect.stringMatching(/known keys/) });
  });
});

describe('index files', () => {
  it('are kept for a week after they were sold last, however often upstream changes', async () => {
    const world = new AdvisoryWorld();
    const { snapshot_id: first } = await world.published();
    for (let at = 0; at < INDEXES_KEPT + 2; at++) {
      world.clock.advance(HOUR_MS);
      await another(world, at);
    }
    const kindOf = async () => (await open(world, first)).kind;

    // The first was sold until the second came, an hour later.
    world.clock.advance((7 * 24 - INDEXES_KEPT - 2) * HOUR_MS);
    expect([sweepIndexes(world.uses()), await kindOf()]).toEqual([0, 'open']);
    world.clock.advance(HOUR_MS + 1_000);
    expect([sweepIndexes(world.uses()), await kindOf()]).toEqual([1, 'missing']);
  });
});
