import type { Lane, Statement } from '../connection/lane';
import { EventChain } from '../events/event-chain';
import { EventWriter } from '../events/event-writer';
import type { Moment } from './elapsed';
import { NodesDisagreeError, Pulse, type Beaten } from './pulse';
import type { SeenNode } from './standing-nodes';

const SOUND: Omit<Beaten, 'own' | 'before'> = {
  others: null,
  stopped: null,
  paused: null,
  tail_kept: true,
  server_ms: null,
};
const TIMES = { beatMs: 1_000, goneMs: 20_000, replacedMs: 3_000, claimLeftMs: 14_000, settleLeftMs: 12_000 };
const other = (boot_id: string, beat: number, place = 'there'): SeenNode => ({ boot_id, place, beat });

function node() {
  const said: [string, readonly unknown[]][] = [];
  const fatal: string[] = [];
  const clock = { monotonicMs: 0, wallMs: 1_000_000 };
  let answer: Partial<Beaten> | Error = {};
  let beats = 0;
  const lane = {
    run: async ({ name }: Statement, values: readonly unknown[]) => {
      said.push([name, values]);
      if (answer instanceof Error) throw answer;
      return name === 'beat' ? [{ ...SOUND, own: ++beats, before: beats - 1, ...answer }] : [];
    },
  } as unknown as Lane;
  let afterBeats = 0;
  const pulse = new Pulse(
    { bootId: 'boot', place: 'here', agreed: { terms: '', keys: '', watchKeys: [] } },
    {
      lane,
      events: new EventWriter('boot', new EventChain(), lane),
      times: TIMES,
      now: (): Moment => ({ ...clock }),
      onFatal: (why) => void fatal.push(why),
      onError: () => undefined,
      afterBeat: async () => void afterBeats++,
    },
  );
  const beat = async (answered: Partial<Beaten> | Error = {}, passMs = 0): Promise<void> => {
    answer = answered;
    clock.monotonicMs += passMs;
    clock.wallMs += passMs;
    await pulse.beat();
  };
  return { pulse, said, fatal, clock, beat, names: () => said.map(([name]) => name), afterBeats: () => afterBeats };
}

const LOST = 'the ledger lost what it had acknowledged, as an asynchronous failover does';

describe('a beat', () => {
  it.each<[string, Partial<Beaten>, string, readonly string[]]>([
    ['events are missing', { tail_kept: false }, LOST, ['beat', 'stop']],
    ['this node is missing', { own: null, before: null }, LOST, ['beat', 'stop']],
    ['this node was found gone', { own: null }, 'other nodes found this one gone and took over', ['beat']],
    [
      'payments are stopped',
      { stopped: 'a test' },
      'payments are stopped on all nodes (run audit and ledger verify, then resume --audited): a test',
      ['beat'],
    ],
  ])('is the last one where %s', async (_what, answer, why, names) => {
    const { beat, fatal, pulse, said, afterBeats } = node();

    await beat(answer);

    expect([fatal, said.map(([name]) => name)]).toEqual([[why], names]);
    if (names.includes('stop')) expect(said[1]![1]).toEqual(['node boot misses events it had written']);
    expect([pulse.leaseLeftMs(), afterBeats()]).toEqual([0, 0]);
  });

  it('is the last one where the beats before it are missing, and not where one went through unheard', async () => {
    const { beat, fatal, said } = node();
    await beat({ own: 5, before: 0 });
    await beat({ own: 7, before: 6 });
    expect([fatal, said.map(([, values]) => values.at(-1))]).toEqual([[], [0, 5]]);

    await beat({ own: null, before: 6 });

    expect(fatal).toEqual([LOST]);
  });

  it('shows why payments are paused, as long as they are', async () => {
    const { beat, pulse } = node();
    const seen: unknown[] = [pulse.paused];
    for (const paused of ['a test', 'another', null]) {
      await beat({ paused });
      seen.push(pulse.paused);
    }

    expect(seen).toEqual([undefined, 'a test', 'another', undefined]);
  });

  it('is what a lease begins with, from when it was sent', async () => {
    const { beat, pulse, clock, afterBeats } = node();
    expect(pulse.leaseLeftMs()).toBe(0);
    await beat();
    expect([pulse.leaseLeftMs(), afterBeats()]).toEqual([20_000, 1]);

    clock.monotonicMs += 6_000;
    expect(pulse.leaseLeftMs()).toBe(14_000);
    expect(() => pulse.requireLease(14_000)).not.toThrow();
    expect(() => pulse.requireLease(14_001)).toThrow('this node has not been heard of for a while');
    clock.wallMs += 19_000;
    expect(pulse.leaseLeftMs()).toBe(1_000);
  });

  it.each([
    [1_000_000, 0],
    [999_000, 1_000],
    [1_002_000, -2_000],
    [null, undefined],
  ])('at which the server says that it is %j shows how far this clock is ahead: %j', async (server_ms, aheadMs) => {
    const { beat, pulse } = node();

    await beat({ server_ms });

    expect(pulse.clockAheadMs).toBe(aheadMs);
  });

  it('counts the nodes that live, and marks those gone whose beats stand', async () => {
    const { beat, pulse, said } = node();
    expect(pulse.nodes).toBe(1);
    for (let n = 0; n <= 20; n++) {
      await beat({ others: [other('stands', 7), other('lives', n), other('sits here', 3, 'here')] }, 1_000);
      if (n === 0) expect(pulse.nodes).toBe(4);
    }

    const marked = said.filter(([name]) => name === 'mark_gone').map(([, values]) => values);
    expect(marked[0]).toEqual(['sits here', 3]);
    expect(marked.at(-1)).toEqual(['sits here', 3]);
    expect(marked.filter(([bootId]) => bootId === 'stands')).toEqual([['stands', 7]]);
    expect(pulse.nodes).toBe(2);
    await beat({ others: null }, 1_000);
    expect(pulse.nodes).toBe(1);
  });

  it.each<[string, (beat: (answer?: Partial<Beaten> | Error, passMs?: number) => Promise<void>) => Promise<void>]>([
    ['in which this process slept', (beat) => beat({ others: [other('stands', 7)] }, 30_000)],
    [
      'in which the database was away',
      async (beat) => {
        await expect(beat(new Error('away'), 3_000)).rejects.toThrow('away');
        await beat({ others: [other('stands', 7)] }, 3_000);
      },
    ],
  ])('a time %s proves nothing about others', async (_what, passes) => {
    const { beat, names } = node();
    const others = [other('stands', 7)];
    for (let n = 0; n <= 18; n++) await beat({ others }, 1_000);

    await passes(beat);
    expect(names()).not.toContain('mark_gone');
    await beat({ others }, 1_000);
    expect(names()).not.toContain('mark_gone');
    await beat({ others }, 1_000);

    expect(names()).toContain('mark_gone');
  });

  it('that several ask for is one', async () => {
    const { pulse, names } = node();

    await Promise.all([pulse.beat(), pulse.beat(), pulse.beat()]);
    await pulse.beat();

    expect(names()).toEqual(['beat', 'beat']);
  });
});

it.each([
  [false, ['beat', 'leave']],
  [true, ['beat']],
])('a node that ends, with a settlement under way: %j, says %j', async (isAtWork, expected) => {
  const { pulse, names } = node();

  await pulse.leave(isAtWork);

  expect(names()).toEqual(expected);
});

it.each([
  [{ terms: true, keys: false, watch: false }, 'PAY_TO, NETWORK, PAYMENTS_MODE or PUBLIC_BASE_URL'],
  [{ terms: false, keys: true, watch: false }, 'RECEIPT_KEY or L402_SECRET'],
  [
    { terms: false, keys: false, watch: true },
    'WATCH_KEYS, of which each must open what the last one of another seals',
  ],
  [
    { terms: true, keys: true, watch: false },
    'PAY_TO, NETWORK, PAYMENTS_MODE or PUBLIC_BASE_URL, RECEIPT_KEY or L402_SECRET',
  ],
])('nodes that differ in %j are said to differ in %s', (differs, what) => {
  const error = new NodesDisagreeError(differs);

  expect(error).toMatchObject({
    name: 'NodesDisagreeError',
    message: `another instance over this ledger runs with other values of ${what}`,
  });
});
