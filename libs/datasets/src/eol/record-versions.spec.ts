import { canonicalBytes, sha256Hex } from '@stackcheck/signing';
import { applyDelta } from '../delta/apply-delta';
import type { Delta } from '../delta/delta';
import { documentDataset } from '../life/document-dataset';
import { resealCurrent } from '../publish/reseal';
import { LiveSnapshots } from '../serve/live-snapshots';
import type { SnapshotContent } from '../snapshot/snapshot';
import { feedBytes, IngestHarness, refusalOf, smallFeed, withProduct } from '../testing';
import { eolDataset } from './dataset';
import type { EolIndex } from './lookup';
import type { EolSnapshot } from './records';

const DAY_MS = 86_400_000;

let harness: IngestHarness;
let live: LiveSnapshots;
beforeEach(() => {
  harness = new IngestHarness();
  const { store, verifiers, clock } = harness;
  live = new LiveSnapshots({ reader: store, verifiers: () => verifiers, clock });
  harness.upstream.serve(feedBytes(smallFeed()), '"a"');
});

/** The dataset as the version before identifiers had it. */
const before = documentDataset<EolSnapshot, EolIndex>({
  ...eolDataset,
  recordsVersion: 1,
  read: (body) => {
    const { meta, products, ...rest } = eolDataset.read(body) as EolSnapshot;
    return {
      ...rest,
      meta: { upstream_schema_version: meta.upstream_schema_version },
      products: products.map(({ identifiers: _dropped, ...product }) => product),
    };
  },
});

/** The dataset as a later version may have it. */
const after = documentDataset<EolSnapshot, EolIndex>({
  ...eolDataset,
  recordsVersion: 3,
  read: (body) => {
    const content = eolDataset.read(body) as EolSnapshot;
    return { ...content, meta: { ...content.meta, records_version: 3 } };
  },
});

async function published(dataset: typeof before = before): Promise<string> {
  const outcome = await harness.publish({}, dataset);
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  return outcome.manifest.snapshot_id;
}

function contentOf(id: string): EolSnapshot {
  return JSON.parse(new TextDecoder().decode(harness.store.find('eol', id)!.content)) as EolSnapshot;
}

describe('records with identifiers', () => {
  it('keep what upstream names a product by, each once and in one order, whatever its order there', () => {
    const identifiers = [
      { type: 'repology', id: 'php' },
      { type: 'purl', id: 'pkg:generic/php' },
      { type: 'cpe', id: 'cpe:/a:php:php' },
      { type: 'purl', id: 'pkg:generic/php' },
    ];
    const feedWith = (list: typeof identifiers) =>
      feedBytes(withProduct(smallFeed(), 'php', (product) => ({ ...product, identifiers: list })));
    const read = (list: typeof identifiers) => eolDataset.read(feedWith(list)) as EolSnapshot;

    const php = read(identifiers).products.find(({ product }) => product === 'php')!;

    expect(php.identifiers).toEqual([
      { type: 'cpe', id: 'cpe:/a:php:php' },
      { type: 'purl', id: 'pkg:generic/php' },
      { type: 'repology', id: 'php' },
    ]);
    expect(read([...identifiers].reverse())).toEqual(read(identifiers));
    expect(read(identifiers).meta['records_version']).toBe(2);
  });

  it('are refused where a fifth of the identifiers is gone, or one has a hidden character', () => {
    const known = eolDataset.read(feedBytes(smallFeed())) as EolSnapshot;
    const without = smallFeed().result.map((product, at) => (at % 2 === 0 ? { ...product, identifiers: [] } : product));
    const halved = feedBytes({ ...smallFeed(), result: without });
    expect(refusalOf(eolDataset, halved, known)).toMatch(/identifiers/);
    expect(refusalOf(eolDataset, halved)).toBeUndefined();

    const hidden = withProduct(smallFeed(), 'php', (product) => ({
      ...product,
      identifiers: [...product.identifiers, { type: 'purl', id: 'pkg:npm/php\u200b' }],
    }));
    expect(refusalOf(eolDataset, feedBytes(hidden))).toMatch(/hidden_character/);
  });
});

describe('a snapshot of the version before', () => {
  it('stays readable, is served and verifies', async () => {
    const id = await published();
    await live.refresh();

    expect(live.status('eol')).toMatchObject({ loaded: true, loadFault: null });
    expect(live.current('eol')!.manifest.snapshot_id).toBe(id);
    expect(live.current('eol')!.index.products.find('php')!.product.identifiers).toBeUndefined();
    const { verifiers } = harness;
    const stored = harness.store.find('eol', id)!;
    expect(await harness.dataset.verify(stored, verifiers, { isCurrent: true })).toBeUndefined();
    expect(await resealCurrent(harness.dataset, { ...harness.deps(), verifiers })).toEqual({
      kind: 'kept',
      snapshotId: id,
    });
  });

  it('is replaced by the next refresh although upstream has nothing new, and only once', async () => {
    const old = await published();
    harness.clock.advance(DAY_MS);

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'published', manifest: { prev_snapshot_id: old } });
    expect(harness.upstream.asked.at(-1)).toMatchObject({ etag: null });
    harness.clock.advance(DAY_MS);
    expect(await harness.publish()).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
    await live.refresh();
    expect(live.current('eol')!.index.products.find('php')!.product.identifiers).toContainEqual({
      type: 'cpe',
      id: 'cpe:/a:php',
    });
  });

  it('has a delta to the new one that leads there byte for byte, and none says that nothing changed', async () => {
    const old = await published();
    harness.clock.advance(DAY_MS);
    const now = await published(eolDataset as typeof before);
    await live.refresh();

    const found = live.deltaSince(live.current('eol')!, old);

    if (found.kind !== 'delta') throw new Error(found.kind);
    const { delta } = JSON.parse(new TextDecoder().decode(found.bytes)) as { delta: Delta };
    const led = applyDelta(contentOf(old) as SnapshotContent, delta);
    expect(sha256Hex(canonicalBytes(led))).toBe(live.current('eol')!.manifest.sha256);
    expect(delta.to).toBe(now);
    expect(delta.changed).toHaveLength(smallFeed().result.length);
    expect([delta.added, delta.removed]).toEqual([[], []]);
  });
});

describe('a snapshot of a later version', () => {
  const fault = /version 3.*newer version.*run ingest once/;

  it('is not served by this one, which says why, and the one before stays', async () => {
    const mine = await published(eolDataset as typeof before);
    await live.refresh();
    harness.clock.advance(DAY_MS);
    await published(after);

    await live.refresh();

    expect(live.current('eol')!.manifest.snapshot_id).toBe(mine);
    expect(live.status('eol').loadFault).toMatch(fault);
  });

  it('is not sealed again, and the next refresh of this version replaces it', async () => {
    const theirs = await published(after);
    const deps = { ...harness.deps(), verifiers: harness.verifiers };

    expect(await resealCurrent(harness.dataset, deps)).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(fault) as string,
    });
    harness.clock.advance(DAY_MS);
    expect(await harness.publish()).toMatchObject({ kind: 'published', manifest: { prev_snapshot_id: theirs } });
    await live.refresh();
    expect(live.status('eol')).toMatchObject({ loaded: true, loadFault: null });
  });
});
