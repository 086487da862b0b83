import { Overload } from './overload';

const gate = (changes: Partial<ConstructorParameters<typeof Overload>[0]> = {}): Overload =>
  new Overload({ paidInFlightMax: 2, isShedding: () => false, random: () => 0, ...changes });

const take = (overload: Overload, client = '192.0.2.1') => overload.takePlace('work', client);

describe('the overload gate', () => {
  test('lets as many in as there are places, and another one for each that left', () => {
    const overload = gate();

    const [first, , third] = [take(overload), take(overload), take(overload)];
    expect(third).toBe('full');
    expect(overload.sheds()).toBe(true);
    if (typeof first === 'object') first!.leave();
    expect(overload.sheds()).toBe(false);
    expect([typeof take(overload), take(overload)]).toEqual(['object', 'full']);
    expect([overload.inFlight, overload.shed]).toEqual([2, 3]);
  });

  test('has places of their own for bodies, four for each that is worked on', () => {
    const overload = gate();
    const bodies = Array.from({ length: 9 }, (_, client) => overload.takePlace('body', `192.0.2.${client}`));

    expect(bodies.filter((place) => typeof place === 'object')).toHaveLength(8);
    expect([overload.receiving, overload.inFlight, overload.sheds()]).toEqual([8, 0, false]);
  });

  test('counts refusals over the share of one client apart from those of a busy service', () => {
    const overload = gate({ paidInFlightMax: 40 });
    for (let at = 0; at < 21; at++) take(overload);

    expect(take(overload)).toBe('client_full');
    expect(overload.turnedAway).toMatchObject({ busy: 0, client_share: 2 });
  });

  test('sheds everybody while payments are shed', () => {
    const overload = gate({ isShedding: () => true });

    expect([overload.sheds(), overload.shed]).toEqual([true, 1]);
  });

  test('asks refused clients to come back after different seconds, 1 to 5', () => {
    const seconds = [0, 0.2, 0.4, 0.6, 0.8, 0.999].map((random) => gate({ random: () => random }).retryAfterSeconds());

    expect(seconds).toEqual([1, 2, 3, 4, 5, 5]);
  });
});
