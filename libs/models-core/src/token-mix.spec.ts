import { inputTokens, outputTokens, TOKENS_MAX, toTokenMix } from './token-mix';

const SORTS = ['input', 'output', 'cache_read', 'cache_write', 'reasoning'] as const;

it.each(SORTS)('tokens of the sort %s alone are a call, up to the greatest number', (sort) => {
  const none = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };

  expect(toTokenMix({ [sort]: 1 })).toEqual({ ...none, [sort]: 1 });
  expect(toTokenMix({ [sort]: TOKENS_MAX })).toEqual({ ...none, [sort]: TOKENS_MAX });
  for (const count of [-1, 0.5, TOKENS_MAX + 1, NaN, Infinity])
    expect(() => toTokenMix({ input: 1, [sort]: count })).toThrow(RangeError);
});

it('a call without any token is none', () => {
  expect(() => toTokenMix({})).toThrow(RangeError);
  expect(() => toTokenMix({ input: 0, reasoning: 0 })).toThrow(RangeError);
});

it('what goes in and what comes out is counted, cached or not, seen or not', () => {
  const mix = toTokenMix({ input: 1, output: 20, cache_read: 300, cache_write: 4_000, reasoning: 50_000 });

  expect([inputTokens(mix), outputTokens(mix)]).toEqual([4_301, 50_020]);
});
