import { canonicalBytes, generateKeyPem, sha256Hex, signerFromPem } from '@stackcheck/signing';
import { documentDataset } from '../life/document-dataset';
import { eolDataset } from '../eol/dataset';
import { publishStarter } from './publish-starter';
import { resealCurrent } from './reseal';
import { removeOldSnapshots } from './retention';
import { rollbackTo } from './rollback';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { oneStep } from '../tasks/cooperative-task';
import { feedBytes, feedWithLatest, IngestHarness, MemorySnapshotStore, smallFeed, withProduct } from '../testing';
import { applyDelta } from '../delta/apply-delta';
import type { Delta } from '../delta/delta';
import { deltasTo } from '../delta/deltas-to';
import { remakeDeltas } from './publish-with-deltas';
import { deltaBytes, deltaFault } from '../delta/signed-delta';

let harness: IngestHarness;
beforeEach(() => {
  harness = new IngestHarness();
});

const parse = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes)) as T;

/** Refreshes from a feed made from the small one, a day later. */
async function publish(change: (feed: ReturnType<typeof smallFeed>) => ReturnType<typeof smallFeed>): Promise<string> {
  harness.clock.advance(86_400_000);
  const feed = change(smallFeed());
  harness.upstream.serve(feedBytes(feed), `"${harness.clock.now()}"`);
  const outcome = await harness.publish();
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  return outcome.manifest.snapshot_id;
}

const latest = (version: string) => (): ReturnType<typeof smallFeed> => feedWithLatest(version);

/** Every way a snapshot comes about: starter, refreshes, a rollback, and a seal by a version with another image table. */
async function walk(): Promise<void> {
  await publishStarter(harness.dataset, harness.deps());
  const first = await publish(latest('1.0'));
  await publish((feed) => ({ ...feed, schema_version: '1.2.2' }));
  await publish((feed) =>
    withProduct(feed, 'php', (product) => ({ ...product, label: 'PHP: Hypertext Preprocessor', aliases: [] })),
  );
  await rollbackTo(harness.dataset, first, harness.deps());
  const scopeTables = () => oneStep(() => [{ name: 'image', sha256: 'f'.repeat(64) }]);
  const upgraded = documentDataset({ ...eolDataset, scopeTables });
  const resealed = await resealCurrent(upgraded, { ...harness.deps(), verifiers: harness.verifiers });
  expect(resealed.kind).toBe('published');
}

const ids = (): string[] => harness.store.list('eol').map(({ snapshot_id: id }) => id);
const stored = (id: string): StoredSnapshot => harness.store.find('eol', id)!;
const deltasToCurrent = () => ids().map((from) => harness.store.delta('eol', from, ids()[0]!));

describe('publishing with deltas', () => {
  it('gives one from each stored snapshot and from the new one itself, at each step of the walk', async () => {
    await walk();

    expect(ids()).toHaveLength(6);
    for (const delta of deltasToCurrent()) expect(deltaFault(delta!, harness.verifiers)).toBeUndefined();
  });

  it('gives deltas that lead to the current content: apply(delta(a, b), a) = b for all stored pairs', async () => {
    await walk();
    let pairs = 0;

    for (const to of ids()) {
      for (const from of ids()) {
        // Those that publishing made lead to the newest two; the others are made here as they were made then.
        const [delta] = deltasTo(harness.dataset, stored(to), harness.deps(), [from]);
        const content = parse<SnapshotContent>(stored(from).content);

        const reached = canonicalBytes(applyDelta(content, parse<Delta>(delta!.body)));

        expect(sha256Hex(reached)).toBe(stored(to).manifest.sha256);
        expect(harness.store.delta('eol', from, to)?.body ?? delta!.body).toEqual(delta!.body);
        pairs += 1;
      }
    }
    expect(pairs).toBe(36);
  });

  it('gives an empty one from the current snapshot, and from one with the same content', async () => {
    await walk();
    const [current, rolledBack] = ids();

    for (const from of [current!, rolledBack!]) {
      expect(parse(harness.store.delta('eol', from, current!)!.body)).toMatchObject({
        from,
        to: current,
        added: [],
        changed: [],
        removed: [],
      });
    }
  });

  it('writes them in canonical form', async () => {
    await walk();

    for (const delta of deltasToCurrent()) {
      expect(delta!.body).toEqual(canonicalBytes(parse(delta!.body)));
      expect(delta!.body).toEqual(deltaBytes(parse(delta!.body), JSON.stringify));
      expect(sha256Hex(delta!.body)).toBe(delta!.proof.sha256);
    }
  });

  it.each<[string, (from: StoredSnapshot) => StoredSnapshot]>([
    ['was damaged', (from) => ({ ...from, content: from.content.slice(1) })],
    [
      'an earlier version wrote in another form',
      ({ manifest }) => {
        const content = canonicalBytes({ dataset: 'eol', meta: { upstream_schema_version: '0' }, items: [] });
        return { manifest: { ...manifest, sha256: sha256Hex(content) }, content };
      },
    ],
  ])('does without one from a snapshot that %s, and publishes all the same', async (_what, spoil) => {
    const first = await publish(latest('1.0'));
    const second = await publish(latest('2.0'));
    const { find } = harness.store;
    harness.store.find = (dataset, id) => {
      const found = find.call(harness.store, dataset, id);
      return found && (id === first ? spoil(found) : found);
    };

    const third = await publish(latest('3.0'));

    expect(harness.store.delta('eol', first, third)).toBeUndefined();
    expect(harness.store.delta('eol', second, third)).toBeDefined();
  });

  it('makes none that lead to bytes which are not canonical', async () => {
    await publish(latest('1.0'));
    const { manifest, content } = stored(ids()[0]!);
    const spaced = Buffer.concat([content, Buffer.from(' ')]);
    const other = { manifest: { ...manifest, sha256: sha256Hex(spaced) }, content: spaced };

    expect([...deltasTo(harness.dataset, stored(ids()[0]!), harness.deps())]).toHaveLength(1);
    expect([...deltasTo(harness.dataset, other, harness.deps())]).toEqual([]);
  });

  it('makes none for a dataset whose content is not split into records', async () => {
    const { records: _records, ...whole } = eolDataset;
    await publishStarter(documentDataset(whole), harness.deps());

    expect(harness.store.listDeltas('eol')).toEqual([]);
  });

  it('drops those from snapshots that retention removed', async () => {
    await publish(latest('1.0'));
    await publish(latest('2.0'));
    await publish(latest('3.0'));
    const [third, second] = ids();

    await removeOldSnapshots('eol', { keepCount: 2, keepDays: 0 }, harness.deps());

    expect(harness.store.listDeltas('eol')).toEqual(
      expect.arrayContaining([
        { from: second, to: third },
        { from: third, to: third },
        { from: second, to: second },
      ]),
    );
    expect(harness.store.listDeltas('eol')).toHaveLength(3);
  });
});

describe('a delta that is stored', () => {
  it.each<
    [string, (harness: IngestHarness, delta: { body: Uint8Array; proof: object; from: string }) => object, RegExp]
  >([
    ['another body', (_, delta) => ({ body: delta.body.slice(1) }), /SHA-256/],
    ['another start', () => ({ from: 'eol-20200101T000000Z-00000000' }), /signature/],
    ['another end', () => ({ to: 'eol-20200101T000000Z-00000000' }), /signature/],
    ['another dataset', () => ({ dataset: 'kev' }), /signature/],
    ['another digest', (_, delta) => ({ proof: { ...delta.proof, sha256: '0'.repeat(64) } }), /SHA-256/],
    ['an unknown key', (_, delta) => ({ proof: { ...delta.proof, key_id: 'x' } }), /known keys/],
    ['no signature', (_, delta) => ({ proof: { ...delta.proof, signature: '' } }), /signature/],
  ])('is at fault with %s', async (_what, change, fault) => {
    await publish(latest('1.0'));
    await publish(latest('2.0'));
    const delta = harness.store.delta('eol', ids()[1]!, ids()[0]!)!;
    expect(deltaFault(delta, harness.verifiers)).toBeUndefined();

    expect(deltaFault({ ...delta, ...change(harness, delta) }, harness.verifiers)).toMatch(fault);
  });

  it('is at fault when it bears the signature of a snapshot', async () => {
    await publish(latest('1.0'));
    const delta = harness.store.delta('eol', ids()[0]!, ids()[0]!)!;
    const { signature } = stored(ids()[0]!).manifest;

    expect(deltaFault({ ...delta, proof: { ...delta.proof, signature } }, harness.verifiers)).toMatch(/signature/);
  });
});

describe('remaking deltas', () => {
  const remake = () => remakeDeltas(harness.dataset, { ...harness.deps(), verifiers: harness.verifiers });

  it('does nothing where all are there, or nothing is stored', async () => {
    expect(await remake()).toEqual({ kind: 'made', from: [] });
    await walk();
    harness.clock.advance(1);
    const { acquireLease } = harness.store;
    harness.store.acquireLease = () => undefined;

    expect(await remake()).toEqual({ kind: 'made', from: [] });
    harness.store.acquireLease = acquireLease;
  });

  it('makes those that an earlier version did not make', async () => {
    await walk();
    const wanted = deltasToCurrent();
    const { listDeltas, delta } = Object.getPrototypeOf(harness.store) as MemorySnapshotStore;
    const bare = new MemorySnapshotStore();
    for (const id of ids().reverse()) {
      bare.publish(bare.acquireLease('eol', 'old', 0, 1)!, stored(id), harness.store.state('eol').validators, 0);
    }
    harness.store = bare;
    expect([listDeltas.call(bare, 'eol'), delta.call(bare, 'eol', ids()[1]!, ids()[0]!)]).toEqual([[], undefined]);

    expect(await remake()).toEqual({ kind: 'made', from: ids() });

    expect(deltasToCurrent()).toEqual(wanted);
  });

  it('makes again what was tampered with, or was signed with a key that is no longer known', async () => {
    await walk();
    const wanted = deltasToCurrent();
    const [current, damaged, foreign] = ids();
    const lease = harness.store.acquireLease('eol', 'worker', harness.clock.now(), 1)!;
    const other = signerFromPem(generateKeyPem());
    harness.store.addDeltas(lease, [
      { ...wanted[1]!, body: wanted[1]!.body.slice(1) },
      ...deltasTo(harness.dataset, stored(current!), { ...harness.deps(), signer: other }, [foreign!]),
    ]);
    harness.store.releaseLease(lease);

    expect(await remake()).toEqual({ kind: 'made', from: [damaged, foreign] });

    expect(deltasToCurrent()).toEqual(wanted);
  });

  it('leaves a snapshot alone that no known key vouches for', async () => {
    await walk();
    const outcome = await remakeDeltas(harness.dataset, { ...harness.deps(), verifiers: new Map() });

    expect(outcome).toEqual({ kind: 'made', from: [] });
  });

  it('gives way to another worker', async () => {
    await publish(latest('1.0'));
    const { delta } = harness.store;
    harness.store.delta = () => undefined;
    harness.store.acquireLease('eol', 'somebody else', harness.clock.now(), 60_000);

    expect((await remake()).kind).toBe('busy');
    harness.store.delta = delta;
  });
});
