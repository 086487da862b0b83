import type { Excluded } from './cheapest-report';
import type { SearchScope } from './cheapest-request';
import type { DayOrMonth, Model, ModelKind } from './model';
import { kindCode, UNKNOWN_LIMIT, type ModelIndex } from './model-index';
import { inputTokens, outputTokens, type TokenMix } from './token-mix';

/** Whose limits are tokens that a call must fit into; those of images and sounds are often none, or something else. */
const CONTEXT_KINDS: ReadonlySet<ModelKind> = new Set(['chat', 'embedding', 'rerank', 'ocr', 'moderation', 'other']);
/** Whose output is tokens; an embedding's output limit is the length of a vector. */
const OUTPUT_KINDS: ReadonlySet<ModelKind> = new Set(['chat', 'ocr', 'moderation', 'other']);

/** Counts before a search. */
export function nothingExcluded(): { -readonly [R in keyof Excluded]: number } {
  return {
    no_price: 0,
    free: 0,
    implausible_price: 0,
    deprecated: 0,
    kind: 0,
    unknown_limits: 0,
    does_not_fit: 0,
    constraints: 0,
  };
}

/**
 * Why the model at a position is not compared at all, if so; whether it has a price is asked before.
 * @param today day on which deprecation dates count
 */
export function exclusionTest(
  index: ModelIndex,
  mix: TokenMix,
  scope: SearchScope,
  today: DayOrMonth,
): (at: number) => keyof Excluded | undefined {
  const kind = scope.kind ?? 'chat';
  const wanted = kindCode(kind);
  const unfit = fitTest(index, kind, mix, scope.include_unknown_limits ?? false);
  return (at) => {
    if (index.free[at] && !scope.include_free) return 'free';
    if (index.implausible[at]) return 'implausible_price';
    if (!scope.include_deprecated && isDeprecated(index.models[at]!, today)) return 'deprecated';
    if (index.kinds[at] !== wanted) return 'kind';
    return unfit(at);
  };
}

function isDeprecated({ status, deprecationDate }: Model, today: DayOrMonth): boolean {
  return status === 'deprecated' || (deprecationDate !== null && deprecationDate <= today);
}

/** Whether a call fits: what is unknown is neither enough nor too little, and says so. */
function fitTest(
  index: ModelIndex,
  kind: ModelKind,
  mix: TokenMix,
  unknownPasses: boolean,
): (at: number) => 'unknown_limits' | 'does_not_fit' | undefined {
  if (!CONTEXT_KINDS.has(kind)) return () => undefined;
  const tokensIn = inputTokens(mix);
  const tokensOut = OUTPUT_KINDS.has(kind) ? outputTokens(mix) : 0;
  const exceeds = (limit: number, tokens: number): boolean => limit !== UNKNOWN_LIMIT && tokens > limit;
  return (at) => {
    const context = index.context[at]!;
    const output = index.output[at]!;
    if (exceeds(context, tokensIn + tokensOut) || exceeds(output, tokensOut) || exceeds(index.input[at]!, tokensIn)) {
      return 'does_not_fit';
    }
    if (unknownPasses) return undefined;
    return context === UNKNOWN_LIMIT || (tokensOut > 0 && output === UNKNOWN_LIMIT) ? 'unknown_limits' : undefined;
  };
}
