import fc from 'fast-check';
import { InstantsById } from './instants-by-id';

describe('instants by id', () => {
  const id = fc.stringMatching(/^[0-9A-Za-z][\w.:+-]{0,9}$/);

  it('are those of a map, whatever is set and asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.integer())), fc.array(id), (entries, others) => {
        const instants = new InstantsById();
        for (const [key, atMs] of entries) instants.set(key, atMs);

        const map = new Map(entries);
        for (const key of [...map.keys(), ...others]) expect(instants.get(key)).toBe(map.get(key));
      }),
    );
  });

  it('may be many, of ids that begin and end alike and of the longest ones', () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => `MAL-2025-${n % 2 === 0 ? n : `${n}`.padStart(190, '0')}`);
    const instants = new InstantsById();

    ids.forEach((key, n) => instants.set(key, n));
    instants.set(ids[7]!, NaN);

    expect(ids.filter((key, n) => instants.get(key) !== n)).toEqual([ids[7]]);
    expect(instants.get(ids[7]!)).toBeNaN();
    expect(instants.get('MAL-2025-1')).toBeUndefined();
    expect(instants.get('MAL-2025-')).toBeUndefined();
  });
});
