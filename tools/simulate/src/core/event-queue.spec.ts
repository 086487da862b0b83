import fc from 'fast-check';
import { EventQueue, type SimEvent } from './event-queue';

const event = (atMs: number, order: number, sequence: number): SimEvent => ({
  atMs,
  order,
  sequence,
  happen: () => undefined,
});

test('events come by time, then by the order dealt to them, then as they were put in', () => {
  const times = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 3 })), { maxLength: 60 });
  fc.assert(
    fc.property(times, (pairs) => {
      const queue = new EventQueue();
      const events = pairs.map(([atMs, order], sequence) => event(atMs, order, sequence));
      for (const one of events) queue.push(one);

      const taken: SimEvent[] = [];
      for (let next = queue.pop(); next; next = queue.pop()) taken.push(next);

      const sorted = [...events].sort((a, b) => a.atMs - b.atMs || a.order - b.order || a.sequence - b.sequence);
      expect(taken).toEqual(sorted);
    }),
  );
});
