import { Overload } from './overload';

const gate = (changes: Partial<ConstructorParameters<typeof Overload>[0]> = {}): Overload =>
  new Overload({ paidInFlightMax: 2, isShedding: () => false, random: () => 0, ...changes });

describe('the overload gate', () => {
  test('lets as many in as there are places, and another one for each that left', () => {
    const overload = gate();

    expect([overload.enter(), overload.enter(), overload.enter()]).toEqual([true, true, false]);
    overload.leave();
    expect([overload.enter(), overload.enter()]).toEqual([true, false]);
    expect([overload.inFlight, overload.shed]).toEqual([2, 2]);
  });

  test('lets nobody in while payments are shed', () => {
    expect(gate({ isShedding: () => true }).enter()).toBe(false);
  });

  test('tells those it refused to come back at different seconds, 1 to 5', () => {
    const seconds = [0, 0.2, 0.4, 0.6, 0.8, 0.999].map((random) => gate({ random: () => random }).retryAfterSeconds());

    expect(seconds).toEqual([1, 2, 3, 4, 5, 5]);
  });
});
