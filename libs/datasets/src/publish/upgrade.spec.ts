import type { DocumentDataset } from '../life/dataset';
import { documentDataset } from '../life/document-dataset';
import type { eolStarter } from '../eol/starter';
import { LiveSnapshots, type DatasetStatus } from '../serve/live-snapshots';
import { UpstreamError } from '../upstream/upstream';
import { publishDataset } from './publish';
import { publishStarter } from './publish-starter';
import { resealCurrent, type ResealOutcome, type ResealDeps } from './reseal';
import { oneStep } from '../tasks/cooperative-task';
import { feedBytes, IngestHarness, type MemorySnapshotStore, smallFeed } from '../testing';

let harness: IngestHarness;
beforeEach(() => {
  harness = new IngestHarness();
});

describe('the starter of another version', () => {
  it('is replaced by this one’s, in its chain, and not a second time', async () => {
    await publishStarter(withTable(harness.dataset, 'old'), harness.deps());
    const old = harness.store.list('eol')[0]!;

    const outcome = await publishStarter(harness.dataset, harness.deps());

    expect(outcome).toMatchObject({
      kind: 'published',
      manifest: { starter: true, prev_snapshot_id: old.snapshot_id, sha256: old.sha256 },
    });
    expect(await publishStarter(harness.dataset, harness.deps())).toMatchObject({ kind: 'kept' });
    expect(await served()).toMatchObject({ loaded: true, starter: true, loadFault: null });
  });

  it('is replaced when its facts differ, or its stored bytes are damaged', async () => {
    const { asOf, snapshot } = harness.dataset.starter!() as ReturnType<typeof eolStarter>;
    const shorter = { ...snapshot, products: snapshot.products.slice(1) };
    await publishStarter({ ...harness.dataset, starter: () => ({ asOf, snapshot: shorter }) }, harness.deps());

    expect(await publishStarter(harness.dataset, harness.deps())).toMatchObject({ kind: 'published' });

    const damaged = finding(harness.store, (bytes) => bytes.slice(1));
    expect(await publishStarter(harness.dataset, harness.deps({ store: damaged }))).toMatchObject({
      kind: 'published',
    });
  });

  it('becomes real data when upstream serves just that', async () => {
    const { snapshot } = harness.dataset.starter!();
    await publishStarter(harness.dataset, harness.deps());
    harness.upstream.serve(new TextEncoder().encode('{}'), '"a"');

    const outcome = await publishDataset({ ...harness.dataset, read: () => snapshot, guard: () => [] }, harness.deps());

    expect(outcome).toMatchObject({ kind: 'published', manifest: { starter: false } });
  });

  it('never follows real data', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await harness.published();

    expect(await publishStarter(withTable(harness.dataset, 'new'), harness.deps())).toEqual({
      kind: 'kept',
      snapshotId: id,
    });
  });
});

describe('real data that another version sealed', () => {
  const reseal = (change: Partial<ResealDeps> = {}): Promise<ResealOutcome> =>
    resealCurrent(harness.dataset, { ...harness.deps(), verifiers: harness.verifiers, ...change });

  it('is sealed again without asking upstream, as old as it was, and then served', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    await publishDataset(withTable(harness.dataset, 'old'), harness.deps());
    const old = harness.store.list('eol')[0]!;
    const before = harness.store.state('eol');
    expect(await served()).toMatchObject({ loaded: false, loadFault: expect.stringContaining('version') as string });
    harness.clock.advance(30 * 3_600_000);

    const outcome = await reseal();

    expect(outcome).toMatchObject({
      kind: 'published',
      manifest: {
        prev_snapshot_id: old.snapshot_id,
        sha256: old.sha256,
        upstream_etag: '"a"',
        fetched_at: '2026-11-20T06:22:06Z',
      },
    });
    expect(harness.upstream.asked).toHaveLength(1);
    expect(harness.store.state('eol')).toEqual({
      ...before,
      currentSnapshotId: harness.store.list('eol')[0]!.snapshot_id,
    });
    expect(await served()).toMatchObject({ loaded: true, freshness: 'stale', loadFault: null });
    expect(await harness.publish()).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
  });

  it('keeps why the last refresh failed', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    await publishDataset(withTable(harness.dataset, 'old'), harness.deps());
    harness.upstream.answer(() => {
      throw new UpstreamError('down');
    });
    await publishDataset(withTable(harness.dataset, 'old'), harness.deps());

    await reseal();

    expect(harness.store.state('eol').refusal).toBe('down');
  });

  it('is left alone when there is nothing, nothing new, or a starter', async () => {
    expect(await reseal()).toEqual({ kind: 'none' });
    await publishStarter(withTable(harness.dataset, 'old'), harness.deps());
    expect(await reseal()).toMatchObject({ kind: 'kept' });
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await harness.published();

    expect(await reseal()).toEqual({ kind: 'kept', snapshotId: id });
    expect(harness.store.list('eol')).toHaveLength(2);
  });

  it.each<[string, (harness: IngestHarness) => Partial<ResealDeps>, RegExp]>([
    ['damaged', ({ store }) => ({ store: finding(store, (bytes) => bytes.slice(1)) }), /damaged/],
    ['under an unknown key', () => ({ verifiers: new Map() }), /not among the known keys/],
  ])('is not signed again when it is %s', async (_what, change, reason) => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    await publishDataset(withTable(harness.dataset, 'old'), harness.deps());

    expect(await reseal(change(harness))).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) as string });
    expect(harness.store.list('eol')).toHaveLength(1);
  });

  it('is not signed again when this version keeps other records, or would never publish it', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    await publishDataset(withTable(harness.dataset, 'old'), harness.deps());
    const deps = { ...harness.deps(), verifiers: harness.verifiers };
    const other = documentDataset({ ...harness.dataset, recordCount: () => (undefined as unknown as string[]).length });
    const stricter: DocumentDataset = {
      ...harness.dataset,
      guard: () => [{ rule: 'reserved_word', sentence: 'taken', overridable: false }],
    };

    expect(await resealCurrent(other, deps)).toMatchObject({ kind: 'refused' });
    expect(await resealCurrent(stricter, deps)).toEqual({ kind: 'refused', reason: 'reserved_word: taken' });
  });
});

/** The dataset as a version of this program with another image table has it. */
function withTable(dataset: DocumentDataset, name: string): DocumentDataset {
  return documentDataset({
    ...dataset,
    scopeTables: () => oneStep(() => [{ name: 'image', sha256: name.padEnd(64, '0').replace(/[^0-9]/g, 'e') }]),
  });
}

/** The store as it is when the stored bytes were changed. */
function finding(store: MemorySnapshotStore, change: (bytes: Uint8Array) => Uint8Array): MemorySnapshotStore {
  return Object.assign(Object.create(store) as MemorySnapshotStore, {
    find: (...ids: Parameters<MemorySnapshotStore['find']>) => {
      const stored = store.find(...ids);
      return stored && { ...stored, content: change(stored.content) };
    },
  });
}

/** What an API of this version makes of the store. */
async function served(): Promise<DatasetStatus> {
  const live = new LiveSnapshots({ reader: harness.store, verifiers: () => harness.verifiers, clock: harness.clock });
  await live.refresh();
  return live.status('eol');
}
