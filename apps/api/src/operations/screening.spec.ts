import { type FixedClock } from '@stackcheck/contract/testing';
import { LiveSnapshots, type SnapshotReader, type StoredSnapshot } from '@stackcheck/datasets';
import { oneStep } from '@stackcheck/datasets/tasks';
import { IngestHarness, madeUpAddress, smallList } from '@stackcheck/datasets/testing';
import { Pause } from './pause';
import type { ScreeningPolicy } from '../config/screening';
import { SanctionsScreening, type ScreeningEvent } from './screening';
import type { SanctionsOracle } from './screening-oracle';

const HOUR = 3_600_000;
const LISTED = madeUpAddress(1);
const FREE = madeUpAddress(500);
const REAL: ScreeningPolicy = { demand: 'auto', maxAgeHours: 168, realMoney: true };

class Harness {
  readonly ingest = new IngestHarness('sanctions');
  readonly clock: FixedClock = this.ingest.clock;
  readonly events: ScreeningEvent[] = [];
  readonly pause = new Pause();
  tamper = (stored: StoredSnapshot): StoredSnapshot => stored;
  readonly live: LiveSnapshots;
  readonly screening: SanctionsScreening;

  constructor(policy: Partial<ScreeningPolicy> = {}, oracle?: SanctionsOracle) {
    const { store, verifiers } = this.ingest;
    const reader: SnapshotReader = {
      state: store.state.bind(store),
      list: store.list.bind(store),
      withdrawn: store.withdrawn.bind(store),
      delta: store.delta.bind(store),
      isForgotten: store.isForgotten.bind(store),
      listDeltas: store.listDeltas.bind(store),
      dataVersion: store.dataVersion.bind(store),
      find: (...[id, snapshotId]: Parameters<typeof store.find>) => {
        const stored = store.find(id, snapshotId);
        return stored && this.tamper(stored);
      },
      findSteps: (id, snapshotId) => oneStep(() => reader.find(id, snapshotId)),
    };
    this.live = new LiveSnapshots({ reader, verifiers: () => verifiers, clock: this.clock });
    this.screening = new SanctionsScreening({
      policy: { ...REAL, ...policy },
      live: this.live,
      clock: this.clock,
      oracle,
      pause: this.pause,
      log: (event) => void this.events.push(event),
    });
  }

  /** Ingests a list and polls, as the API does. */
  async list(also: readonly string[] = []): Promise<void> {
    this.ingest.upstream.serve(smallList(also), `"${also.join()}"`);
    await this.ingest.publish();
    await this.poll();
  }

  async poll(): Promise<void> {
    await this.live.refresh();
    this.screening.look();
  }

  state(): unknown {
    return [this.screening.health().state, this.pause.isPaused(), this.pause.state().warnings.length > 0];
  }
}

const oracleThat = (verdict: boolean | 'unknown'): SanctionsOracle & { readonly asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    isSanctioned: async (address) => {
      asked.push(address);
      return verdict;
    },
  };
};

describe('screening by the list', () => {
  test('blocks a listed payer, in any spelling, and reports the version of the list', async () => {
    const harness = new Harness();
    await harness.list();

    expect(harness.screening.isBlocked(LISTED)).toBe(true);
    expect(harness.screening.isBlocked(`0x${LISTED.slice(2).toUpperCase()}`)).toBe(true);
    expect(harness.screening.isBlocked(FREE)).toBe(false);
    const by = harness.live.current('sanctions')!.manifest.snapshot_id;
    expect(harness.events.slice(1)).toEqual([
      { event: 'payer_blocked', payer: LISTED, by },
      expect.objectContaining({ event: 'payer_blocked', by }),
      { event: 'payer_clear', payer: FREE, by },
    ]);
  });

  test('follows a new list without a restart', async () => {
    const harness = new Harness();
    await harness.list();
    expect(harness.screening.isBlocked(FREE)).toBe(false);

    await harness.list([FREE]);
    expect(harness.screening.isBlocked(FREE)).toBe(true);
    await harness.list();
    expect(harness.screening.isBlocked(FREE)).toBe(false);
  });

  test('keeps the old list when the new one was tampered with, and says so', async () => {
    const harness = new Harness();
    await harness.list([FREE]);
    harness.tamper = (stored) => ({
      ...stored,
      content: Buffer.from(Buffer.from(stored.content).toString().replace(LISTED, FREE)),
    });
    await harness.list();

    expect([harness.screening.isBlocked(LISTED), harness.screening.isBlocked(FREE)]).toEqual([true, true]);
    expect(harness.screening.health().problem).toMatch(/SHA-256/);
  });

  test('off asks nobody, even with a list', async () => {
    const oracle = oracleThat(true);
    const harness = new Harness({ demand: 'off' }, oracle);
    await harness.list();

    expect(harness.screening.isBlocked(LISTED)).toBe(false);
    expect(oracle.asked).toEqual([]);
    expect(harness.state()).toEqual(['off', false, false]);
    expect(harness.screening.health().notice).toMatch(/SANCTIONS=off/);
  });
});

describe('without a list', () => {
  test.each<[string, Partial<ScreeningPolicy>, unknown, boolean | 'unknown']>([
    ['auto sells, and says that nobody is screened', {}, ['not_screened', false, false], false],
    ['required sells nothing', { demand: 'required' }, ['missing', true, false], 'unknown'],
    [
      'required sells nothing on a test network either',
      { demand: 'required', realMoney: false },
      ['missing', true, false],
      'unknown',
    ],
  ])('%s', async (_name, policy, state, verdict) => {
    const harness = new Harness(policy);
    await harness.poll();

    expect(harness.state()).toEqual(state);
    expect(harness.screening.isBlocked(FREE)).toBe(verdict);
  });

  test.each<[boolean, unknown]>([
    [true, ['missing', true, false]],
    [false, ['missing', false, true]],
  ])('a list that was ingested and cannot be used stops real money (%s)', async (realMoney, state) => {
    const harness = new Harness({ realMoney });
    harness.tamper = (stored) => ({ ...stored, content: Buffer.from('{}') });
    await harness.list();

    expect(harness.state()).toEqual(state);
  });
});

describe('the age of the list', () => {
  test.each<[string, Partial<ScreeningPolicy>, number, unknown]>([
    ['fresh for two days', {}, 48, ['fresh', false, false]],
    ['then an alarm', {}, 48.1, ['old', false, true]],
    ['for a week', {}, 168, ['old', false, true]],
    ['then nothing is sold', {}, 168.1, ['too_old', true, false]],
    ['the limit is a setting', { maxAgeHours: 24 }, 24.1, ['too_old', true, false]],
    ['test money goes on', { realMoney: false }, 200, ['too_old', false, true]],
    ['unless a list is required', { realMoney: false, demand: 'required' }, 200, ['too_old', true, false]],
  ])('%s', async (_name, policy, hours, expected) => {
    const harness = new Harness(policy);
    await harness.list();
    const publishedAt = Date.parse(harness.screening.health().refreshed_at!);

    harness.clock.advance(publishedAt + hours * HOUR - harness.clock.now());
    await harness.poll();

    expect(harness.state()).toEqual(expected);
    expect(harness.screening.isBlocked(LISTED)).toBe(true);
    expect(harness.screening.isBlocked(FREE)).toBe(harness.pause.isPaused() ? 'unknown' : false);
  });

  test('a refresh that found nothing new ends the pause, and each change is reported once', async () => {
    const harness = new Harness();
    await harness.list();
    await harness.poll();
    harness.clock.advance(200 * HOUR);
    await harness.poll();
    await harness.poll();
    expect(harness.pause.isPaused()).toBe(true);

    await harness.list();

    expect(harness.state()).toEqual(['fresh', false, false]);
    expect(harness.events.map((event) => 'state' in event && event.state)).toEqual(['fresh', 'too_old', 'fresh']);
  });

  test('a clock set back does not make it younger, and one that was ahead is reported', async () => {
    const harness = new Harness();
    await harness.list();
    const start = harness.clock.now();
    harness.clock.advance(200 * HOUR);
    await harness.poll();
    harness.clock.advance(start - harness.clock.now());
    await harness.poll();
    expect(harness.state()).toEqual(['too_old', true, false]);

    const other = new Harness();
    await other.list();
    other.clock.advance(-HOUR);
    const restarted = new SanctionsScreening({
      policy: REAL,
      live: other.live,
      clock: other.clock,
      oracle: undefined,
      pause: other.pause,
      log: () => undefined,
    });
    expect(restarted.health().state).toBe('old');
  });
});

describe('a second opinion', () => {
  test('is asked about whom the list does not name, and believed when it says no', async () => {
    const oracle = oracleThat(true);
    const harness = new Harness({}, oracle);
    await harness.list();

    expect(await harness.screening.isBlocked(LISTED)).toBe(true);
    expect(await harness.screening.isBlocked(FREE)).toBe(true);

    expect(oracle.asked).toEqual([FREE]);
    expect(harness.events.at(-1)).toEqual({ event: 'payer_blocked', payer: FREE, by: 'oracle' });
  });

  test.each<[string, boolean | 'unknown', number, boolean | 'unknown']>([
    ['clears with a fresh list', false, 0, false],
    ['clears with an old list', false, 60, false],
    ['does not replace a list that is too old', false, 200, 'unknown'],
    ['is dispensable with a fresh list', 'unknown', 0, false],
    ['is not with an old one', 'unknown', 60, 'unknown'],
  ])('%s', async (_name, verdict, hours, expected) => {
    const harness = new Harness({}, oracleThat(verdict));
    await harness.list();
    harness.clock.advance(hours * HOUR);
    await harness.poll();

    expect(await harness.screening.isBlocked(FREE)).toBe(expected);
  });

  test('alone decides where no list was ever ingested', async () => {
    for (const verdict of [true, false, 'unknown'] as const) {
      const harness = new Harness({}, oracleThat(verdict));
      await harness.poll();
      expect(await harness.screening.isBlocked(FREE)).toBe(verdict);
    }
  });
});

test('money that moved before its payer was listed is reported, not given back', async () => {
  const harness = new Harness();
  await harness.list();
  harness.screening.settled(FREE);
  harness.screening.settled(LISTED);

  expect(harness.events.slice(1)).toEqual([
    {
      event: 'blocked_payer_settled',
      payer: LISTED,
      by: harness.live.current('sanctions')!.manifest.snapshot_id,
    },
  ]);
});
