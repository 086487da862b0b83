import { FixedClock } from '@stackcheck/contract/testing';
import { readAgain } from './read-again';

it('what files say is read again once a second at most, when it is asked for', () => {
  const clock = new FixedClock();
  let reads = 0;
  const read = readAgain(() => ++reads, clock);
  const after = (ms: number): number => {
    clock.advance(ms);
    return read();
  };

  expect([after(0), after(999), after(1), after(999), after(1), after(10_000), after(0)]).toEqual([
    1, 1, 2, 2, 3, 4, 4,
  ]);
});

it('a file that cannot be read later leaves what was read before, and is tried again a second later', () => {
  const clock = new FixedClock();
  let tries = 0;
  const read = readAgain(() => {
    tries += 1;
    if (tries === 2) throw new Error('gone');
    return tries;
  }, clock);

  clock.advance(1_000);
  expect([read(), read(), tries]).toEqual([1, 1, 2]);
  clock.advance(1_000);
  expect(read()).toBe(3);
});

it('a file that cannot be read at first is a fault', () => {
  const read = (): never => {
    throw new Error('gone');
  };

  expect(() => readAgain(read, new FixedClock())).toThrow('gone');
});
