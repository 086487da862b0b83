import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Lately } from './lately';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const find = jest.fn((key: string) => ({ key }));

beforeEach(() => find.mockClear());

it('what is asked for again is found once', () => {
  const lately = new Lately<{ key: string }>(2);
  const first = lately.of('a', find);

  expect(first).toEqual({ key: 'a' });
  expect(lately.of('b', find)).toEqual({ key: 'b' });
  expect(lately.of('a', find)).toBe(first);
  expect(find.mock.calls).toEqual([['a'], ['b']]);
});

it('no more is remembered than is said', () => {
  const lately = new Lately<{ key: string }>(2);
  for (const key of ['a', 'b', 'c', 'c', 'a', 'b']) lately.of(key, find);

  expect(find.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a', 'b']);
});

it('a key that was cut out of a long text keeps none of it', () => {
  const lately = new Lately<{ key: string }>(1_000);
  const keyIn = (n: number): string => `${n}`.padStart(64_000, 'x').slice(-40);
  const heapMiB = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const before = heapMiB();
  for (let n = 0; n < 1_000; n++) lately.of(keyIn(n), (key) => ({ key }));

  expect(lately.of(keyIn(0), find).key).toBe(keyIn(0));
  // All of the texts would be 61.
  expect(heapMiB() - before).toBeLessThan(20);
});
