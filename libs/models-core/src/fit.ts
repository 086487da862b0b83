import type { SearchScope } from './cheapest-request';
import type { ModelKind } from './model';
import { UNKNOWN_LIMIT, type ModelIndex } from './model-index';
import { inputTokens, outputTokens, type TokenMix } from './token-mix';

/** Whose limits are tokens that a call must fit into; those of images and sounds are often none, or something else. */
const CONTEXT_KINDS: ReadonlySet<ModelKind> = new Set(['chat', 'embedding', 'rerank', 'ocr', 'moderation', 'other']);
/** Whose output is tokens; an embedding's output limit is the length of a vector. */
const OUTPUT_KINDS: ReadonlySet<ModelKind> = new Set(['chat', 'ocr', 'moderation', 'other']);

/** Tokens that a call needs room for: in the context, which holds both, as input, and as output. */
export interface Room {
  readonly context: number;
  readonly input: number;
  readonly output: number;
}

/** The room that a call needs; undefined where limits of the kind are not compared with tokens. */
export function roomOf(kind: ModelKind, mix: TokenMix): Room | undefined {
  if (!CONTEXT_KINDS.has(kind)) return undefined;
  const [input, output] = [inputTokens(mix), OUTPUT_KINDS.has(kind) ? outputTokens(mix) : 0];
  return { context: input + output, input, output };
}

/** Whether a call fits: what is unknown is neither enough nor too little, and says so. */
export function fitTest(
  index: ModelIndex,
  mix: TokenMix,
  { kind = 'chat', include_unknown_limits: unknownPasses = false }: SearchScope,
): (at: number) => 'unknown_limits' | 'does_not_fit' | undefined {
  const room = roomOf(kind, mix);
  if (room === undefined) return () => undefined;
  const exceeds = (limit: number, tokens: number): boolean => limit !== UNKNOWN_LIMIT && tokens > limit;
  return (at) => {
    const context = index.context[at]!;
    const output = index.output[at]!;
    if (exceeds(context, room.context) || exceeds(output, room.output) || exceeds(index.input[at]!, room.input)) {
      return 'does_not_fit';
    }
    if (unknownPasses) return undefined;
    return context === UNKNOWN_LIMIT || (room.output > 0 && output === UNKNOWN_LIMIT) ? 'unknown_limits' : undefined;
  };
}
