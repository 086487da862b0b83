import * as fc from 'fast-check';
import { mayFollow, orderedHistory, reached } from './payment-history';
import type { StoredEvent } from './stored-ledger';

const STATES = ['settling', 'settled', 'refused', 'unknown', 'released', 'delivered', 'lost'];

/** A history that a payment can have, each step written by one of three processes. */
const histories = fc
  .array(fc.record({ pick: fc.nat(6), process: fc.nat(2) }), { minLength: 1, maxLength: 8 })
  .map((steps) => {
    const history: { readonly state: string; readonly process: number }[] = [];
    let before = '';
    for (const { pick, process } of steps) {
      const isLost = history.some(({ state }) => state === 'lost');
      const can = STATES.filter((state) => mayFollow(before, state) && !(isLost && state === 'lost'));
      if (can.length === 0) break;
      history.push({ state: can[pick % can.length]!, process });
      before = reached(before, history.at(-1)!.state);
    }
    return history;
  });

describe('what a payment can become', () => {
  /** As the triggers of the schemas have it; empty before the first event. */
  const STEPS = new Set(
    `>settling settling>settled settling>refused settling>unknown settling>released unknown>settled unknown>refused
    unknown>released refused>settling refused>settled refused>released settled>delivered settled>lost delivered>lost`.split(
      /\s+/,
    ),
  );
  const STATES_AND_NONE = ['', ...STATES, 'void', 'another'];

  it.each(STATES_AND_NONE)('from %j', (before) => {
    for (const state of STATES_AND_NONE)
      expect([state, mayFollow(before, state)]).toEqual([state, STEPS.has(`${before}>${state}`)]);
  });

  it.each([
    ['settled', 'lost', 'settled'],
    ['delivered', 'lost', 'delivered'],
    ['settled', 'delivered', 'delivered'],
    ['', 'settling', 'settling'],
  ])('after %j, %s is %s', (before, state, after) => {
    expect(reached(before, state)).toBe(after);
  });
});

describe('the history of a payment that several processes wrote', () => {
  const eventsOf = (history: readonly { state: string; process: number }[], offsets: readonly number[]) => {
    const events = history.map(({ state, process }, n) => ({
      process,
      event: { payment_id: 1, at: 1_000 + n * 10 + offsets[process]!, state, detail: String(n) },
    }));
    return [0, 1, 2].map((process) => events.filter((one) => one.process === process).map(({ event }) => event));
  };

  it('is put into an order that it can have had, however far their clocks are apart', () => {
    fc.assert(
      fc.property(histories, fc.tuple(fc.nat(500), fc.nat(500), fc.nat(500)), (history, offsets) => {
        const found = orderedHistory(eventsOf(history, offsets))!;
        const before = (n: number): StoredEvent | undefined => found[n - 1];
        const reachedBefore = (n: number) => found.slice(0, n).reduce((all, { state }) => reached(all, state), '');

        expect(found.map(({ detail }) => detail).sort()).toEqual(history.map((_, n) => String(n)).sort());
        found.forEach(({ state }, n) => expect(mayFollow(reachedBefore(n), state)).toBe(true));
        found.forEach(({ at }, n) => expect(at).toBeGreaterThanOrEqual(before(n)?.at ?? 0));
      }),
    );
  });

  it('is as it was written where the clocks agree', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const found = orderedHistory(eventsOf(history, [0, 0, 0]))!;
        expect(found.map(({ detail, at }) => [detail, at])).toEqual(history.map((_, n) => [String(n), 1_000 + n * 10]));
      }),
    );
  });

  it('has no order when it is none', () => {
    const event = (state: string): StoredEvent => ({ payment_id: 1, at: 1, state, detail: '' });
    expect(orderedHistory([[event('settled')], [event('refused')]])).toBeUndefined();
  });
});
