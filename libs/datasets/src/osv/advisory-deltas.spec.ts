import { canonicalBytes, generateKeyPem, sha256Hex, signerFromPem, verifierFromJwk } from '@stackcheck/signing';
import fc from 'fast-check';
import { applyDelta } from '../delta/apply-delta';
import type { Delta } from '../delta/delta';
import { deltaFault } from '../delta/signed-delta';
import { NO_VALIDATORS } from '../upstream/upstream';
import { seal } from '../sealing/seal';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { MemorySnapshotStore } from '../testing';
import { advisoryDeltas, type AdvisoryDeltaDeps, type OpenSnapshot } from './advisory-deltas';
import { contentChunks } from './content';
import { OSV_DESCRIPTOR } from './descriptor';
import { prepareIndex } from './document';
import type { StoredAdvisory } from '../snapshot/stored-advisory';
import { place, someAdvisory } from './testing/advisories';
import { MemoryAdvisoryFiles } from './testing/memory-advisory-files';

const signer = signerFromPem(generateKeyPem());
const verifiers = new Map([[signer.keyId, verifierFromJwk(signer.publicJwk)]]);

/** A store and its index files, in which one snapshot after the other is published. */
class Shelf {
  readonly store = new MemorySnapshotStore();
  readonly published: { readonly stored: StoredSnapshot; readonly open: OpenSnapshot }[] = [];
  readonly files = new MemoryAdvisoryFiles();
  private readonly lease = this.store.acquireLease('osv', 'worker', 0, 1)!;

  async publish(advisories: readonly StoredAdvisory[], change: Partial<AdvisoryDeltaDeps> = {}): Promise<void> {
    const builder = this.files.create();
    for (const advisory of advisories) builder.put(advisory);
    const file = builder.finish();
    const reader = await this.files.open(file);
    const before = this.published.at(-1);
    const stored = seal({ descriptor: OSV_DESCRIPTOR }, prepareIndex({ file }, reader), {
      nowMs: Date.parse('2026-11-20T06:22:05Z'),
      previous: before?.stored.manifest,
      upstreamEtag: null,
      signer,
      starter: false,
      retrievedFrom: undefined,
    });
    const open = { manifest: stored.manifest, file, reader };
    const deps = { store: this.store, files: this.files, signer, fromCount: 28, ...change };
    this.store.publish(this.lease, stored, NO_VALIDATORS, 0, { deltas: advisoryDeltas(open, before?.open, deps) });
    this.published.push({ stored, open });
  }

  /** Deltas to the newest snapshot, from the oldest on; undefined where there is none. */
  deltas() {
    const to = this.published.at(-1)!.stored.manifest.snapshot_id;
    return this.published.map(({ stored }) => this.store.delta('osv', stored.manifest.snapshot_id, to));
  }

  /** Stores a delta in the place of another. */
  put(...deltas: Parameters<MemorySnapshotStore['addDeltas']>[1][]): void {
    for (const each of deltas) this.store.addDeltas(this.lease, each);
  }
}

const parse = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes)) as T;
const contentOf = ({ reader }: OpenSnapshot): SnapshotContent =>
  JSON.parse([...contentChunks(reader)].join('')) as SnapshotContent;

const advisory: fc.Arbitrary<StoredAdvisory> = fc
  .record({
    id: fc.constantFrom('GHSA-1', 'GHSA-10', 'GHSA-2', 'GO-1', 'MAL-1', 'PYSEC-9'),
    summary: fc.option(fc.string({ unit: 'grapheme', maxLength: 3 })),
    name: fc.constantFrom('a', 'é', '10'),
    spec: fc.constantFrom('*', '[[null,[["i","0","f","4.17.21"]]]]'),
  })
  .map(({ id, summary, name, spec }) => someAdvisory(id, { summary, packages: [place('npm', name, spec)] }));
const index = fc.uniqueArray(advisory, { selector: ({ id }) => id, minLength: 1 });

const three = [
  [someAdvisory('GHSA-1')],
  [someAdvisory('GHSA-1'), someAdvisory('GHSA-2')],
  [someAdvisory('GHSA-1', { summary: null }), someAdvisory('GHSA-2')],
];

async function shelved(...change: Partial<AdvisoryDeltaDeps>[]): Promise<Shelf> {
  const shelf = new Shelf();
  for (const [at, advisories] of three.entries()) await shelf.publish(advisories, change[at]);
  return shelf;
}

describe('deltas of package advisories', () => {
  it('lead from each snapshot to the newest, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(index, { minLength: 1, maxLength: 5 }), async (indexes) => {
        const shelf = new Shelf();
        for (const advisories of indexes) await shelf.publish(advisories);

        for (const [at, delta] of shelf.deltas().entries()) {
          expect(deltaFault(delta!, verifiers)).toBeUndefined();
          expect(canonicalBytes(parse(delta!.body))).toEqual(delta!.body);
          const reached = canonicalBytes(applyDelta(contentOf(shelf.published[at]!.open), parse<Delta>(delta!.body)));
          expect(sha256Hex(reached)).toBe(shelf.published.at(-1)!.stored.manifest.sha256);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('follow the chain, so the indexes of earlier snapshots are not read', async () => {
    const shelf = new Shelf();
    await shelf.publish(three[0]!);
    await shelf.publish(three[1]!);
    shelf.files.files.delete(shelf.published[0]!.open.file.sha256);

    await shelf.publish(three[2]!);

    expect(parse(shelf.deltas()[0]!.body)).toMatchObject({ added: [{ id: 'GHSA-2' }], changed: [{ id: 'GHSA-1' }] });
  });

  it('begin at the snapshot itself where the one before cannot be read', async () => {
    const shelf = new Shelf();
    await shelf.publish(three[0]!);
    const [{ open }] = shelf.published as [Shelf['published'][number]];

    const deltas = [...advisoryDeltas(open, undefined, { ...shelf, signer, fromCount: 28 })];

    expect(deltas.map(({ from, to }) => [from, to])).toEqual([[open.manifest.snapshot_id, open.manifest.snapshot_id]]);
  });

  it('are not made where they would grow too large', async () => {
    const small = { charsMax: 10 };

    expect((await shelved({}, {}, small)).deltas().map((delta) => delta !== undefined)).toEqual([false, false, true]);
    const enough = { charsMax: (await shelved()).deltas()[0]!.body.length - 1 };
    expect((await shelved({}, {}, enough)).deltas().map((delta) => delta !== undefined)).toEqual([false, true, true]);
  });

  it('lead from so many of the newest snapshots', async () => {
    expect((await shelved({}, {}, { fromCount: 1 })).deltas().map((delta) => delta !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('go on from deltas of an earlier key where that is known', async () => {
    const rotated = signerFromPem(generateKeyPem());
    const known = new Map([...verifiers, [rotated.keyId, verifierFromJwk(rotated.publicJwk)]]);

    const followed = await shelved({}, {}, { signer: rotated, verifiers: known });
    const notKnown = await shelved({}, {}, { signer: rotated });

    expect(followed.deltas().map((delta) => delta?.proof.key_id)).toEqual(Array(3).fill(rotated.keyId));
    expect(notKnown.deltas().map((delta) => delta !== undefined)).toEqual([false, true, true]);
  });

  it('are not made of a stored delta that does not verify', async () => {
    const shelf = new Shelf();
    await shelf.publish(three[0]!);
    await shelf.publish(three[1]!);
    const [good] = shelf.deltas();
    shelf.put([{ ...good!, body: good!.body.slice(1) }]);

    await shelf.publish(three[2]!);

    expect(shelf.deltas().map((delta) => delta !== undefined)).toEqual([false, true, true]);
  });
});
