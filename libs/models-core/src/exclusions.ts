import type { Excluded } from './cheapest-report';
import type { SearchScope } from './cheapest-request';
import { isDeprecated } from './deprecation';
import { fitTest } from './fit';
import type { DayOrMonth } from './model';
import { kindCode, type ModelIndex } from './model-index';
import type { TokenMix } from './token-mix';

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
  const wanted = kindCode(scope.kind ?? 'chat');
  const unfit = fitTest(index, mix, scope);
  return (at) => {
    if (index.free[at] && !scope.include_free) return 'free';
    if (index.implausible[at]) return 'implausible_price';
    if (!scope.include_deprecated && isDeprecated(index.models[at]!, today)) return 'deprecated';
    if (index.kinds[at] !== wanted) return 'kind';
    return unfit(at);
  };
}
