/** Most tokens of one sort in one call. */
export const TOKENS_MAX = 10_000_000;

/** Tokens of one call, by how they are billed; whole numbers. */
export interface TokenMix {
  /** Input tokens that come from no cache and go into none. */
  readonly input: number;
  readonly output: number;
  /** Input tokens read from the provider's cache. */
  readonly cache_read: number;
  /** Input tokens written into it. */
  readonly cache_write: number;
  /** Output tokens that the caller does not see. */
  readonly reasoning: number;
}

/** All tokens that go in: what context limits and price tiers are compared with. */
export function inputTokens(mix: TokenMix): number {
  return mix.input + mix.cache_read + mix.cache_write;
}

/** All tokens that come out, seen or not. */
export function outputTokens(mix: TokenMix): number {
  return mix.output + mix.reasoning;
}

/**
 * A mix with zeros for what is left out.
 * @throws RangeError when a number is not a whole one from 0 to `TOKENS_MAX`, or all are zero
 */
export function toTokenMix(tokens: Partial<TokenMix>): TokenMix {
  const { input = 0, output = 0, cache_read = 0, cache_write = 0, reasoning = 0 } = tokens;
  const mix = { input, output, cache_read, cache_write, reasoning };
  for (const [sort, count] of Object.entries(mix)) {
    if (!Number.isInteger(count) || count < 0 || count > TOKENS_MAX) {
      throw new RangeError(`${count} ${sort} tokens: it must be a whole number from 0 to ${TOKENS_MAX}`);
    }
  }
  if (inputTokens(mix) + outputTokens(mix) === 0) throw new RangeError('a call has at least one token');
  return mix;
}
