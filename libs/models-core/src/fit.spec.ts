import { fitTest, roomOf } from './fit';
import { UNKNOWN_LIMIT, type ModelIndex } from './model-index';
import type { ModelKind } from './model';
import { toTokenMix } from './token-mix';

const MIX = toTokenMix({ input: 10, cache_read: 20, cache_write: 30, output: 4, reasoning: 6 });

it.each([
  ...['chat', 'ocr', 'moderation', 'other'].map((kind) => [kind, { context: 70, input: 60, output: 10 }] as const),
  ...['embedding', 'rerank'].map((kind) => [kind, { context: 60, input: 60, output: 0 }] as const),
  ...['image', 'audio', 'video'].map((kind) => [kind, undefined] as const),
])('a call of kind %s needs room for %j', (kind, room) => {
  expect(roomOf(kind as ModelKind, MIX)).toEqual(room);
});

describe('a model with limits', () => {
  const NONE = UNKNOWN_LIMIT;
  const fits = (limits: readonly [context: number, input: number, output: number], scope = {}) => {
    const [context, input, output] = limits.map((limit) => Float64Array.of(limit));
    return fitTest({ context, input, output } as unknown as ModelIndex, MIX, scope)(0);
  };

  it.each<[string, readonly [number, number, number], string | undefined, string | undefined]>([
    ['just large enough', [70, 60, 10], undefined, undefined],
    ['without a limit of input', [70, NONE, 10], undefined, undefined],
    ['of too small a context', [69, 60, 10], 'does_not_fit', 'does_not_fit'],
    ['of too little input', [70, 59, 10], 'does_not_fit', 'does_not_fit'],
    ['of too little output', [70, 60, 9], 'does_not_fit', 'does_not_fit'],
    ['of no known context', [NONE, 60, 10], 'unknown_limits', undefined],
    ['of no known output', [70, 60, NONE], 'unknown_limits', undefined],
    ['of no known context, and too little output', [NONE, 60, 9], 'does_not_fit', 'does_not_fit'],
  ])('%s fits a chat, or not', (_what, limits, why, whyWithUnknown) => {
    expect([fits(limits), fits(limits, { include_unknown_limits: true })]).toEqual([why, whyWithUnknown]);
  });

  it('of no known output fits an embedding, and whatever limits it has what is not counted in tokens', () => {
    expect(fits([60, 60, NONE], { kind: 'embedding' })).toBeUndefined();
    expect(fits([59, 60, NONE], { kind: 'embedding' })).toBe('does_not_fit');
    expect(fits([1, 1, 1], { kind: 'image' })).toBeUndefined();
  });
});
