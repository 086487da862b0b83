import { canonicalBytes, sha256Hex } from '@stackcheck/signing';
import { LiveSnapshots } from './live-snapshots';
import type { SnapshotReader } from '../store/snapshot-store';
import type { Manifest, SnapshotContent } from '../snapshot/snapshot';
import { IngestHarness } from '../testing';
import { applyDelta } from '../delta/apply-delta';
import type { SignedDelta } from '../delta/delta';
import type { StoredDelta } from '../snapshot/stored-delta';

let harness: IngestHarness;
/** Changes what the API reads, as a tampered file would. */
let tamperDelta: (stored: StoredDelta) => StoredDelta;
let live: LiveSnapshots;

beforeEach(() => {
  harness = new IngestHarness();
  tamperDelta = (stored) => stored;
  const { store, verifiers, clock } = harness;
  const reader: SnapshotReader = {
    state: (id) => store.state(id),
    list: (id) => store.list(id),
    withdrawn: (id) => store.withdrawn(id),
    dataVersion: () => store.dataVersion(),
    find: (id, snapshotId) => store.find(id, snapshotId),
    findSteps: (id, snapshotId) => harness.store.findSteps(id, snapshotId),
    isForgotten: (id, snapshotId) => store.isForgotten(id, snapshotId),
    listDeltas: (id) => store.listDeltas(id),
    delta: (id, from, to) => {
      const stored = store.delta(id, from, to);
      return stored && tamperDelta(stored);
    },
  };
  live = new LiveSnapshots({ reader, verifiers: () => verifiers, clock });
});

async function publish(latest: string): Promise<string> {
  harness.clock.advance(1000);
  return (await harness.published(latest)).snapshot_id;
}

describe('a node that is behind its publisher', () => {
  it('says so of a newer snapshot, and gives nothing that would lead back', async () => {
    const served = await publish('1.0');
    await live.refresh();
    const newer = served.replace(/-\d{8}T/, '-20991231T');
    const since = (from: string) => live.deltaSince(live.current('eol')!, from).kind;
    expect(since(newer)).toBe('none');
    const { store, clock } = harness;
    const lease = store.acquireLease('eol', 'follower', clock.now(), 1)!;
    store.adopt(lease, { snapshots: [], kept: [served], deltas: [], gone: [], refreshedAt: clock.now() });

    expect(since(newer)).toBe('behind');
    expect(since(served.replace(/-\d{8}T/, '-20200101T'))).toBe('none');
    expect(since('kev-20991231T000000Z-00000000')).toBe('none');
  });
});

describe('the delta since an earlier snapshot', () => {
  const since = (from: string) => live.deltaSince(live.current('eol')!, from);
  const bytesOf = (from: string): Uint8Array => {
    const found = since(from);
    if (found.kind !== 'delta') throw new Error(found.reason);
    return found.bytes;
  };
  const parse = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes)) as T;

  it('comes with the manifest it leads to, and with what proves it', async () => {
    const first = await publish('1.0');
    const second = await publish('2.0');
    await live.refresh();

    const { manifest, delta } = parse<{ manifest: Manifest; delta: SignedDelta }>(bytesOf(first));

    const { sha256, key_id, signature, ...unsigned } = delta;
    expect(manifest).toEqual(live.current('eol')!.manifest);
    expect([delta.from, delta.to, key_id]).toEqual([first, second, harness.signer.keyId]);
    expect(sha256Hex(canonicalBytes(unsigned))).toBe(sha256);
    expect(signature).toMatch(/^[\w-]{86}$/);
    const before = parse<SnapshotContent>(harness.store.find('eol', first)!.content);
    expect(sha256Hex(canonicalBytes(applyDelta(before, delta)))).toBe(manifest.sha256);
  });

  it('is empty for the snapshot being served', async () => {
    await publish('1.0');
    const second = await publish('2.0');
    await live.refresh();

    expect(parse(bytesOf(second))).toMatchObject({ delta: { from: second, to: second, added: [], removed: [] } });
  });

  it('goes on leading to the snapshot that a request began with, while the next one is taken up', async () => {
    const first = await publish('1.0');
    const second = await publish('2.0');
    await live.refresh();
    const held = live.current('eol')!;
    await publish('3.0');
    await live.refresh();

    expect(live.deltaSince(held, first)).toMatchObject({ kind: 'delta' });
    expect(parse(bytesOf(second))).toMatchObject({
      delta: { from: second, to: live.current('eol')!.manifest.snapshot_id },
    });
  });

  it.each(['eol-20200101T000000Z-00000000', 'kev-20200101T000000Z-00000000', '', '__proto__'])(
    'is none for an id that is not kept: "%s"',
    async (id) => {
      await publish('1.0');
      await live.refresh();

      expect(since(id)).toMatchObject({ kind: 'none', reason: expect.stringMatching(/no eol snapshot/) });
    },
  );

  it.each<[string, (stored: StoredDelta) => Partial<StoredDelta>, RegExp]>([
    ['a changed byte', ({ body }) => ({ body: body.map((byte, at) => (at === 9 ? byte ^ 1 : byte)) }), /SHA-256/],
    ['another proof', ({ proof }) => ({ proof: { ...proof, signature: 'A'.repeat(86) } }), /signature/],
    ['an unknown key', ({ proof }) => ({ proof: { ...proof, key_id: 'x' } }), /known keys/],
  ])('is none with %s', async (_what, change, reason) => {
    const first = await publish('1.0');
    await publish('2.0');
    await live.refresh();
    tamperDelta = (stored) => ({ ...stored, ...change(stored) });

    expect(since(first)).toEqual({ kind: 'none', reason: expect.stringMatching(reason) });
  });

  it('is none when another delta stands in its place, signed though it is', async () => {
    const first = await publish('1.0');
    const second = await publish('2.0');
    const third = await publish('3.0');
    await live.refresh();
    tamperDelta = (stored) => ({ ...harness.store.delta('eol', second, third)!, from: stored.from });

    expect(since(first)).toMatchObject({ kind: 'none', reason: expect.stringMatching(/signature/) });
    tamperDelta = () => harness.store.delta('eol', second, third)!;
    expect(since(first)).toMatchObject({ kind: 'none', reason: expect.stringMatching(/signature/) });
  });
});
