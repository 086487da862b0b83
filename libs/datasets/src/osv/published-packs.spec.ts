import type { PackAdvisories } from '../life/dataset';
import { publishStarter } from '../publish/publish-starter';
import { resealCurrent } from '../publish/reseal';
import { rollbackTo } from '../publish/rollback';
import { osvDataset } from './dataset';
import { openIndex } from './live-advisories';
import { openStoredPack, packFileFault } from './stored-packs';
import { someAdvisory } from './testing/advisories';
import { AdvisoryHarness } from './testing/advisory-harness';
import { MemoryAdvisoryFiles } from './testing/memory-advisory-files';
import { toRaw } from './testing/small-bucket';

/** Stands in for the writer: the ids are enough to tell packs apart. */
const packAdvisories: PackAdvisories = (reader) =>
  [...reader.after(null, 999)].map(({ id }) => new TextEncoder().encode(`${id}\n`));

let harness: AdvisoryHarness;
let added = 0;

beforeEach(() => void (harness = new AdvisoryHarness()));

const publish = (change: object = { packAdvisories }) => {
  const id = `MAL-2026-7${added++}`;
  const modified = new Date(harness.clock.now()).toISOString();
  harness.bucket.put('npm', toRaw(someAdvisory(id, { modified })));
  return harness.published(change);
};
const later = () => harness.clock.advance(3_600_000);
const openPack = (snapshotId: string, verifiers = harness.verifiers) =>
  openStoredPack(snapshotId, { reader: harness.store, files: harness.files, verifiers });

async function idsIn(snapshotId: string): Promise<readonly string[]> {
  const opened = await openPack(snapshotId);
  if (opened.kind !== 'open') throw new Error(JSON.stringify(opened));
  const text = [...opened.pack.pieces()].map((piece) => new TextDecoder().decode(piece)).join('');
  opened.pack.close();
  return text.trim().split('\n');
}

describe('the pack of a snapshot', () => {
  it('is written with it and named by a statement of its own', async () => {
    const manifest = await publish();

    const [pack] = [...harness.files.packs.keys()];
    expect(manifest.scopes.map(({ name, scope }) => [name, scope])).toEqual([
      ['index', expect.stringMatching(/^dataset\+index-map:/)],
      ['pack', `dataset+pack-map:${pack}`],
    ]);
    expect(await idsIn(manifest.snapshot_id)).toHaveLength(manifest.record_count);
    expect((await openIndex(harness.current(), harness.files, harness.verifiers)).ok).toBe(true);
    expect(await osvDataset.verify(harness.current(), harness.verifiers, verifying())).toBeUndefined();
  });

  const verifying = () => ({ advisoryFiles: harness.files, isCurrent: true });

  it('and its index may be gone where the snapshot is an old one, whose manifest is verified alone', async () => {
    await publish();
    const stored = harness.current();
    const verified = (verifiers: typeof harness.verifiers, isCurrent: boolean) =>
      osvDataset.verify(stored, verifiers, { advisoryFiles: new MemoryAdvisoryFiles(), isCurrent });

    expect(await verified(harness.verifiers, false)).toBeUndefined();
    expect(await verified(harness.verifiers, true)).toBe('its index file is missing');
    expect(await verified(new AdvisoryHarness().verifiers, false)).toMatch(/key/);
  });

  it('that could not be opened for a fault of the system is not called missing or damaged', async () => {
    const openPack = () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));

    await expect(packFileFault({ sha256: 'ab'.repeat(32), bytes: 1 }, { openPack })).rejects.toThrow(
      'too many open files',
    );
    expect(await packFileFault(undefined, { openPack })).toBeUndefined();
  });

  it('is absent where none is made, and such a snapshot is served as ever', async () => {
    const manifest = await publish({});

    expect(manifest.scopes.map(({ name }) => name)).toEqual(['index']);
    expect(await openPack(manifest.snapshot_id)).toEqual({ kind: 'none' });
    expect((await openIndex(harness.current(), harness.files, harness.verifiers)).ok).toBe(true);
    expect(await osvDataset.verify(harness.current(), harness.verifiers, verifying())).toBeUndefined();
  });

  it('comes with the first publication after packs are made, and goes with none that does not make them', async () => {
    const before = await publish({});
    later();
    const first = await publish();
    later();
    expect(await harness.publish({ packAdvisories })).toMatchObject({ kind: 'unchanged' });
    const state = harness.store.state('osv');
    later();
    const without = await publish({});

    expect(state.currentSnapshotId).toBe(first.snapshot_id);
    expect([before, first, without].map(({ scopes }) => scopes.length)).toEqual([1, 2, 1]);
  });

  it('is of no news where another zlib packs the same advisories otherwise', async () => {
    const first = await publish();
    harness.clock.advance(24 * 3_600_000);

    const again = await harness.publish({ packAdvisories: (reader) => [...packAdvisories(reader), Uint8Array.of(10)] });

    expect(again).toMatchObject({ kind: 'unchanged', snapshotId: first.snapshot_id });
  });

  it('is the starter\u2019s, too', async () => {
    const outcome = await publishStarter(osvDataset, harness.deps({ packAdvisories }));

    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(await idsIn(outcome.manifest.snapshot_id)).toHaveLength(outcome.manifest.record_count);
  });

  it('is kept and removed with its snapshot', async () => {
    const first = await publish();
    for (let n = 0; n < 28; n++) {
      harness.clock.advance(12 * 3_600_000);
      await publish();
    }
    expect(await idsIn(first.snapshot_id)).toHaveLength(first.record_count);
    later();
    await harness.publish({ packAdvisories });

    expect(await openPack(first.snapshot_id)).toEqual({ kind: 'missing' });
    expect(harness.files.packs.size).toBe(harness.files.files.size);
  });

  it('comes back with a rollback and with another key', async () => {
    const first = await publish();
    later();
    await publish();
    later();

    const back = await rollbackTo(osvDataset, first.snapshot_id, harness.deps());
    if (back.kind !== 'published') throw new Error(JSON.stringify(back));
    expect(await idsIn(back.manifest.snapshot_id)).toEqual(await idsIn(first.snapshot_id));
    const { signer, verifiers } = new AdvisoryHarness();
    const again = await resealCurrent(osvDataset, harness.deps({ signer }));
    if (again.kind !== 'published') throw new Error(JSON.stringify(again));
    expect((await openPack(again.manifest.snapshot_id, verifiers)).kind).toBe('open');
  });

  it('is not signed for again when it is not there any more', async () => {
    const first = await publish();
    later();
    await publish();
    harness.files.packs.clear();

    expect(await rollbackTo(osvDataset, first.snapshot_id, harness.deps())).toEqual({
      kind: 'refused',
      reason: 'its pack is missing',
    });
  });
});

describe('a pack that is not what was signed', () => {
  it('is not opened: another file, another signature, no snapshot', async () => {
    const { snapshot_id: id } = await publish();
    const [name, bytes] = [...harness.files.packs][0]!;
    const { verifiers } = new AdvisoryHarness();

    expect(await openPack('osv-20261120T062205Z-00000000')).toEqual({ kind: 'forgotten' });
    expect(await openPack(id, verifiers)).toMatchObject({ kind: 'fault', fault: expect.stringContaining('key') });
    harness.files.packs.set(
      name,
      Uint8Array.from(bytes, (byte, at) => (at === 3 ? byte ^ 1 : byte)),
    );
    expect(await openPack(id)).toEqual({ kind: 'fault', fault: 'its pack has another SHA-256' });
    expect(
      await osvDataset.verify(harness.current(), harness.verifiers, {
        ...harness.deps(),
        advisoryFiles: harness.files,
        isCurrent: true,
      }),
    ).toBe('its pack has another SHA-256');
  });

  it('is not opened where the document names another than the manifest', async () => {
    const { snapshot_id: id } = await publish();
    const stored = harness.current();
    const document = JSON.parse(new TextDecoder().decode(stored.content)) as object;
    const pack = await harness.files.keepPack([Uint8Array.of(1)]);
    const altered = (content: object) => ({ ...stored, content: new TextEncoder().encode(JSON.stringify(content)) });
    const openAltered = (content: object) =>
      openStoredPack(id, {
        reader: { find: () => altered(content), isForgotten: () => true },
        files: harness.files,
        verifiers: harness.verifiers,
      });

    expect(await openAltered({ ...document, pack })).toEqual({
      kind: 'fault',
      fault: 'it names a pack that its signature does not',
    });
    expect(await openAltered({ ...document, pack: { sha256: '../x', bytes: 1 } })).toEqual({ kind: 'none' });
    expect(
      await osvDataset.verify(altered({ ...document, pack: undefined }), harness.verifiers, {
        ...harness.deps(),
        advisoryFiles: harness.files,
        isCurrent: true,
      }),
    ).toBe('its signature names a pack that it does not');
  });
});
