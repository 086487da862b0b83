import { FixedClock } from '@stackcheck/contract/testing';
import { ClientPlaces } from './client-places';

const taken = (places: ClientPlaces, client: string, times: number): number => {
  let got = 0;
  for (let at = 0; at < times; at++) if (typeof places.take(client) === 'object') got++;
  return got;
};

describe('places that clients share', () => {
  test('one client gets half of them while nobody else is there, then a quarter of all is its share', () => {
    const places = new ClientPlaces(256);

    expect(taken(places, '192.0.2.1', 300)).toBe(128);
    expect(places.take('192.0.2.1')).toBe('client_full');
    expect(taken(places, '192.0.2.2', 300)).toBe(64);
    expect(taken(places, '192.0.2.3', 300)).toBe(64);
    expect(places.take('192.0.2.4')).toBe('full');
  });

  test('fifty calls at once of one address find a place while other clients hold half', () => {
    const places = new ClientPlaces(256);
    taken(places, '192.0.2.1', 128);

    expect(taken(places, '127.0.0.1', 50)).toBe(50);
  });

  test('the /64 networks of one /48 have half of all together', () => {
    const places = new ClientPlaces(256);

    let got = 0;
    for (let network = 0; network < 40; network++) got += taken(places, `2001:db8:1:${network.toString(16)}::1`, 8);

    expect(got).toBe(128);
    expect(typeof places.take('2001:db8:2::1')).toBe('object');
  });

  test('addresses of one /64 are one client', () => {
    const places = new ClientPlaces(16);
    taken(places, '192.0.2.9', 8);

    expect(taken(places, '2001:db8::1', 5) + taken(places, '2001:db8::2', 5)).toBe(8);
  });

  test('a place that is left is free, once', () => {
    const places = new ClientPlaces(1);
    const place = places.take('192.0.2.1');
    if (typeof place === 'string') throw new Error(place);
    expect(places.isFull).toBe(true);

    place.leave();
    place.leave();

    expect(places.inUse).toBe(0);
    expect(typeof places.take('192.0.2.2')).toBe('object');
    expect(places.take('192.0.2.3')).toBe('full');
  });

  test('when all are taken, the oldest of the client with most gives way, if it can and has had a second', () => {
    const clock = new FixedClock();
    const places = new ClientPlaces(32, clock);
    const gave: string[] = [];
    const hold = (client: string, times: number): void => {
      for (let at = 0; at < times; at++) places.take(client, () => gave.push(`${client} ${at}`));
    };
    places.take('192.0.2.5', () => gave.push('slow but alone'));
    hold('192.0.2.1', 15);
    clock.advance(999);
    hold('192.0.2.2', 8);
    hold('192.0.2.3', 8);
    expect(places.isFull).toBe(true);
    expect(places.take('192.0.2.4')).toBe('full');

    clock.advance(1);
    const place = places.take('192.0.2.4');

    expect([typeof place, gave, places.inUse]).toEqual(['object', ['192.0.2.1 0'], 32]);
    expect(places.take('192.0.2.1')).toBe('full');
    expect(gave).toHaveLength(1);
  });
});
