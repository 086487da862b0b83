import { FixedClock } from '@stackcheck/contract/testing';
import fc from 'fast-check';
import { ClockWatch, MOVED_AFTER_MS } from './clock-watch';
import { Pause, type PauseChange } from './pause';

const MINUTE_MS = 60_000;

/** Our clock, which may be set, and a chain whose newest head is a function of the true time in seconds. */
class Harness {
  private readonly true = new FixedClock('2026-11-20T12:00:00.000Z');
  private readonly beganSeconds = this.true.now() / 1_000;
  readonly changes: PauseChange[] = [];
  readonly pause = new Pause((change) => this.changes.push(change));
  private readonly watch: ClockWatch;

  /** @param head seconds since the beginning → timestamp of the newest head in the same seconds; null: no node answers */
  constructor(
    public skewSeconds: number,
    private readonly head: (seconds: number) => number | null,
    answeredAfterMs = 0,
  ) {
    const clock = {
      now: () => this.true.now() + this.skewSeconds * 1_000,
      monotonic: () => this.true.monotonic(),
    };
    const chain = {
      headSeconds: async () => {
        this.true.advance(answeredAfterMs);
        const seconds = this.head(this.true.monotonic() / 1_000);
        return seconds === null ? null : this.beganSeconds + Math.floor(seconds);
      },
    };
    this.watch = new ClockWatch(clock, chain, this.pause);
  }

  async look(afterMs = 0): Promise<string> {
    this.true.advance(afterMs);
    return (await this.watch.look()).kind;
  }

  /** As at a start, and then each minute. */
  async looks(minutes: number): Promise<void> {
    if ((await this.look()) === 'undecided') await this.look(MOVED_AFTER_MS);
    for (let minute = 0; minute < minutes; minute++) await this.look(MINUTE_MS);
  }

  get reported(): { readonly paused: boolean; readonly warnings: readonly string[] } {
    return { paused: this.pause.isPaused(), warnings: this.pause.state().warnings };
  }
}

/** A chain with a block every two seconds, as seen by a node that lags this far behind it. */
const moving = (lagSeconds: number) => (seconds: number) => Math.floor((seconds - lagSeconds) / 2) * 2;
const standing = (at: number) => (): number => at;
/** Moves, until it stands still at that moment. */
const until = (stops: number) => (seconds: number) => moving(0)(Math.min(seconds, stops));

describe('our clock and the chain', () => {
  it.each<[string, Harness, { paused: boolean; warnings: string[] }]>([
    ['right, and the head moves', new Harness(0, moving(0)), { paused: false, warnings: [] }],
    ['a second ahead', new Harness(1, moving(0)), { paused: false, warnings: [] }],
    ['four seconds and a half ahead', new Harness(4.5, moving(0)), { paused: false, warnings: ['clock'] }],
    ['eight seconds ahead', new Harness(8, moving(0)), { paused: true, warnings: [] }],
    ['ten minutes ahead', new Harness(600, moving(0)), { paused: true, warnings: [] }],
    ['two seconds behind', new Harness(-2, moving(0)), { paused: false, warnings: [] }],
    ['three seconds behind', new Harness(-3, moving(0)), { paused: false, warnings: ['clock'] }],
    ['six seconds behind', new Harness(-6, moving(0)), { paused: true, warnings: [] }],
    [
      'right, and the head stood still at the start',
      new Harness(0, standing(-30)),
      { paused: false, warnings: ['chain_head'] },
    ],
    [
      'right, and the head stood still for a day',
      new Harness(0, standing(-86_400)),
      { paused: false, warnings: ['chain_head'] },
    ],
    ['right, and the head stops later', new Harness(0, until(70)), { paused: false, warnings: ['chain_head'] }],
    [
      'right, and the head goes at half its pace',
      new Harness(0, (s) => s / 2),
      { paused: false, warnings: ['chain_head'] },
    ],
    [
      'right, and the head catches up',
      new Harness(0, (s) => Math.min(s, 3 * s - 600)),
      { paused: false, warnings: ['chain_head'] },
    ],
    [
      'right, and a node goes back in time',
      new Harness(0, (s) => (s < 100 ? s : s - 40)),
      { paused: false, warnings: ['chain_head'] },
    ],
    ['right, and no node answers', new Harness(0, () => null), { paused: false, warnings: [] }],
  ])('%s', async (_name, harness, expected) => {
    await harness.looks(3);

    expect(harness.reported).toEqual(expected);
  });

  it('an old head pauses nothing and decides nothing until it had time to move', async () => {
    const harness = new Harness(0, standing(-30));

    expect(await harness.look()).toBe('undecided');
    expect(harness.reported).toEqual({ paused: false, warnings: [] });
    expect(await harness.look(MOVED_AFTER_MS)).toBe('unknown');
  });

  it('a head that stands still is reported once, and that it moves again once', async () => {
    const harness = new Harness(0, (seconds) => (seconds < 300 ? -30 : moving(0)(seconds)));

    await harness.looks(10);

    const changes = harness.changes.map(({ reason, to }) => `${reason} ${to}`);
    expect(changes).toEqual(['chain_head warn', 'chain_head clear']);
    expect(harness.changes[0]!.detail).toMatch(/36 s old.*stands still or lags; payments go on/);
  });

  it('a clock that is set ahead pauses, also where the head is fresh; set right again it does not', async () => {
    const harness = new Harness(0, moving(0));
    await harness.looks(2);
    harness.skewSeconds = 20;
    await harness.look(MINUTE_MS);
    expect(harness.reported).toEqual({ paused: true, warnings: [] });

    harness.skewSeconds = 0;
    await harness.look(MINUTE_MS);

    expect(harness.reported).toEqual({ paused: false, warnings: [] });
  });

  it('a clock that was found ahead stays so while the head stands still or no node answers', async () => {
    const harness = new Harness(20, (seconds) => (seconds > 200 ? null : until(70)(seconds)));
    await harness.looks(1);
    expect(harness.reported.paused).toBe(true);

    await harness.looks(4);

    expect(harness.reported.paused).toBe(true);
  });

  it('a slow answer is not taken for a skew', async () => {
    const harness = new Harness(0, moving(0), 6_000);
    await harness.looks(3);

    expect(harness.reported).toEqual({ paused: false, warnings: [] });
  });

  it('on a right clock no fault of the nodes ever pauses, once a head was fresh or none ever moved', async () => {
    const spell = fc.record({
      seconds: fc.integer({ min: 1, max: 400 }),
      kind: fc.constantFrom('moves', 'stands', 'lags', 'is down'),
    });
    const property = fc.asyncProperty(
      fc.array(spell, { maxLength: 12 }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.array(fc.integer({ min: 1_000, max: 120_000 }), { maxLength: 30 }),
      async (spells, skew, waits) => {
        const head = (at: number): number | null => {
          let [passed, stoodAt] = [60, 60];
          if (at <= 60) return moving(0)(at);
          for (const { seconds, kind } of spells) {
            if (at <= passed + seconds) {
              return kind === 'is down'
                ? null
                : kind === 'stands'
                  ? stoodAt
                  : moving(kind === 'lags' ? seconds : 0)(at);
            }
            passed += seconds;
            if (kind !== 'stands') stoodAt = passed - 2;
          }
          return moving(0)(at);
        };
        const harness = new Harness(skew, head);
        await harness.look();
        for (const wait of waits) {
          await harness.look(wait);
          expect(harness.reported.paused).toBe(false);
        }
      },
    );
    await fc.assert(property);
  });

  it('a clock that is wrong by more than seven seconds pauses after two looks, a slow one after one', async () => {
    const property = fc.asyncProperty(
      fc.oneof(fc.double({ min: 9.1, max: 1e6, noNaN: true }), fc.double({ min: -1e6, max: -7.1, noNaN: true })),
      fc.integer({ min: MOVED_AFTER_MS, max: 300_000 }),
      async (skew, wait) => {
        const harness = new Harness(skew, moving(0));
        await harness.look();
        expect(harness.reported.paused).toBe(skew < 0);
        await harness.look(wait);
        expect(harness.reported).toEqual({ paused: true, warnings: [] });
      },
    );
    await fc.assert(property);
  });
});
