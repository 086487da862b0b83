import fc from 'fast-check';
import { OldestFirst } from './oldest-first';

it('names the key that was set longest ago, whatever happened in between', () => {
  const step = fc.tuple(fc.constantFrom('set', 'delete', 'drop'), fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const keys = new OldestFirst<number>();
      let list: string[] = [];
      steps.forEach(([what, key], index) => {
        const gone = what === 'drop' ? keys.oldest() : key;
        list = list.filter((each) => each !== gone);
        if (what === 'set') {
          keys.set(key, index);
          list.push(key);
        } else if (gone !== undefined) keys.delete(gone);
        expect([keys.oldest(), keys.size]).toEqual([list[0], list.length]);
        expect([...keys].map(([each]) => each)).toEqual(list);
      });
    }),
    { numRuns: 1_000 },
  );
});

it('takes as long for the last of many short-lived keys as for the first', () => {
  const keys = new OldestFirst<number>();
  const startedMs = performance.now();

  for (let key = 0; key < 500_000; key++) {
    keys.set(`key ${key}`, key);
    if (keys.size > 50_000) keys.delete(keys.oldest()!);
  }

  // Half a second here; a walk over the deleted ones takes minutes.
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});
