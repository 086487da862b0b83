import { LiveSnapshots } from './live-snapshots';
import type { SnapshotReader } from '../store/snapshot-store';
import type { StoredSnapshot } from '../snapshot/snapshot';
import { oneStep } from '../tasks/cooperative-task';
import { IngestHarness, type MemorySnapshotStore } from '../testing';

let harness: IngestHarness;
/** Changes what is read, or fails. */
let tamper: (stored: StoredSnapshot) => StoredSnapshot;
let live: LiveSnapshots;

beforeEach(() => {
  harness = new IngestHarness();
  tamper = (stored) => stored;
  const { store, verifiers, clock } = harness;
  const reader: SnapshotReader = {
    ...reading(store),
    findSteps: (id, snapshotId) =>
      oneStep(() => {
        const stored = store.find(id, snapshotId);
        return stored && tamper(stored);
      }),
  };
  live = new LiveSnapshots({ reader, verifiers: () => verifiers, clock });
});

async function publish(latest: string): Promise<void> {
  harness.clock.advance(1_000);
  await harness.published(latest);
}

const latestOf = (snapshots: LiveSnapshots): string | undefined =>
  snapshots.current('eol')?.index.products.find('php')?.product.cycles[0]?.latest?.name;

describe('live snapshots', () => {
  it('read again what could not be read, later each time, and take it up when the fault has passed', async () => {
    await publish('1.0');
    await live.refresh();
    let reads = 0;
    tamper = () => {
      reads += 1;
      throw new Error('SQLITE_BUSY');
    };
    await publish('2.0');
    const eachSecond = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        await live.refresh();
        harness.clock.advance(1_000);
      }
    };

    await eachSecond(60);
    expect(reads).toBe(5);
    await eachSecond(3_600);
    expect(reads).toBeLessThan(20);
    expect(live.status('eol')).toMatchObject({
      loaded: true,
      loadFault: expect.stringMatching(/^(?!.*Error: ).*SQLITE_BUSY$/) as string,
    });
    tamper = (stored) => stored;
    await eachSecond(600);

    expect(latestOf(live)).toBe('2.0');
    expect(live.status('eol').loadFault).toBeNull();
  });

  it('begin again with short waits when something was published', async () => {
    let reads = 0;
    tamper = (stored) => {
      reads += 1;
      return { ...stored, content: new Uint8Array([1]) };
    };
    await publish('1.0');
    for (let at = 0; at < 20; at++) {
      await live.refresh();
      harness.clock.advance(600_000);
    }
    expect(reads).toBe(20);

    await publish('2.0');
    for (let at = 0; at < 7; at++) {
      await live.refresh();
      harness.clock.advance(1_000);
    }
    expect(reads).toBe(23);
  });

  it('read nothing again of the datasets that are well', async () => {
    const reads: string[] = [];
    await publish('1.0');
    const store = harness.store;
    const reader: SnapshotReader = {
      ...reading(store),
      state: (id) => {
        reads.push(id);
        if (id === 'kev') throw new Error('disk I/O error');
        return store.state(id);
      },
    };
    const several = new LiveSnapshots({ reader, verifiers: () => harness.verifiers, clock: harness.clock });

    await several.refresh();
    harness.clock.advance(2_000);
    await several.refresh();

    expect(reads.filter((id) => id === 'eol')).toHaveLength(1);
    expect(reads.filter((id) => id === 'kev')).toHaveLength(2);
    expect(latestOf(several)).toBe('1.0');
  });
});

/** The reads of a store as an object of their own. */
function reading(store: MemorySnapshotStore): SnapshotReader {
  return {
    state: (id) => store.state(id),
    list: (id) => store.list(id),
    withdrawn: (id) => store.withdrawn(id),
    delta: (id, from, to) => store.delta(id, from, to),
    isForgotten: (id, snapshotId) => store.isForgotten(id, snapshotId),
    listDeltas: (id) => store.listDeltas(id),
    dataVersion: () => store.dataVersion(),
    find: (id, snapshotId) => store.find(id, snapshotId),
    findSteps: (id, snapshotId) => store.findSteps(id, snapshotId),
  };
}
