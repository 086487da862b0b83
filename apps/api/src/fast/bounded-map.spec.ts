import fc from 'fast-check';
import { BoundedMap } from './bounded-map';

test('a full map drops the oldest entry, and never holds more than its bound', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(8), { maxLength: 40 }), (max, keys) => {
      const map = new BoundedMap<number, number>(max);
      keys.forEach((key, at) => map.set(key, at));
      const newest = [...new Set(keys.toReversed())].slice(0, max);

      expect(map.size).toBe(newest.length);
      for (const key of newest) expect(map.get(key)).toBe(keys.lastIndexOf(key));
      for (const key of keys) if (!newest.includes(key)) expect(map.get(key)).toBeUndefined();
    }),
  );
});

test('a look-up does not make an entry younger', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  map.set('c', 3);

  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3]);
});
