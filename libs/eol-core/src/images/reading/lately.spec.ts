import { Lately } from './lately';

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
