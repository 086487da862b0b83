import { HeadTrail } from './head-trail';

const head = (number: number, hash: string, parent?: string) => ({ number, hash, parent });

it.each<[string, readonly ReturnType<typeof head>[], boolean]>([
  ['one block after the other', [head(1, 'a', '0'), head(2, 'b', 'a'), head(3, 'c', 'b')], false],
  ['the same once more', [head(2, 'b', 'a'), head(2, 'b', 'a')], false],
  ['a node that lags', [head(1, 'a', '0'), head(2, 'b', 'a'), head(1, 'a', '0')], false],
  ['blocks between which others were not seen', [head(1, 'a', '0'), head(5, 'e', 'd')], false],
  ['a node that names no blocks', [{ number: 1 } as never, head(2, 'b', 'a')], false],
  ['a node that does not name a block that was seen', [head(1, 'a', '0'), { number: 1 } as never], false],
  ['another block at a height', [head(2, 'b', 'a'), head(2, 'x', 'a')], true],
  ['another block below', [head(2, 'b', 'a'), head(3, 'y', 'x')], true],
])('%s', (_what, heads, isReorganised) => {
  const trail = new HeadTrail();

  expect(heads.map((each) => trail.see(each)).at(-1)).toBe(isReorganised);
});

it('says it once for a reorganisation', () => {
  const trail = new HeadTrail();

  expect([head(2, 'b', 'a'), head(3, 'y', 'x'), head(4, 'z', 'y')].map((each) => trail.see(each))).toEqual([
    false,
    true,
    false,
  ]);
});

it.each([
  [63, true],
  [64, false],
])('a block is remembered under %d newer heads: %s', (newer, isRemembered) => {
  const trail = new HeadTrail();
  for (let number = 0; number <= newer; number++) trail.see(head(10 * number, `${number}`));

  expect(trail.see(head(0, 'another'))).toBe(isRemembered);
});

it('of a reorganised chain nothing of before is held against it', () => {
  const trail = new HeadTrail();
  for (const each of [head(1, 'a', '0'), head(2, 'b', 'a'), head(3, 'y', 'x')]) trail.see(each);

  expect(trail.see(head(1, 'w'))).toBe(false);
});
