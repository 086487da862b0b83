import type { CheapestOutcome, CheapestRequest } from '@stackcheck/models-core';
import type { ConstraintName, NoMatchReasons } from '@stackcheck/models-core/search';

type NoMatch = Extract<CheapestOutcome, { kind: 'no_match' }>;

/** Who names models wants those. */
const MODELS_ASKED_FOR: ConstraintName = 'models';

/**
 * Why nothing matched, and what would do, for a caller who has not paid: names, sizes of the call and limits, and never a
 * model or a price, which are what is paid for. A call that is too large is said to be that first. Leaving out the models
 * that were asked for is advice only where there is no other.
 */
export function noMatchMessage(request: CheapestRequest, outcome: NoMatch): string {
  const { reasons } = outcome;
  const constraints = request.constraints ?? {};
  const others = [
    ...kindParts(reasons, constraints),
    ...priceParts(reasons, constraints.batch ?? false),
    ...(reasons.widen.length === 0 ? [] : [`setting one of these to true would do: ${reasons.widen.join(', ')}`]),
  ];
  const keepsModels = reasons.unfit !== null || others.length > 0;
  const drops = outcome.closest.map(({ drop }) => drop).filter((drop) => !(keepsModels && drop === MODELS_ASKED_FOR));
  const parts = [...dropParts(reasons, drops), ...limitParts(reasons, constraints), ...others];
  if (reasons.unfit !== null) return [unfitPart(reasons.unfit), ...parts].join('; ');
  return parts.length === 0 ? nothingCompared(outcome) : ['no model meets all constraints', ...parts].join('; ');
}

function unfitPart({ needs, largest, models }: NonNullable<NoMatchReasons['unfit']>): string {
  const among = models === 1 ? 'the one model that meets' : `the ${models} models that meet`;
  const call = `${needs.input} in and ${needs.output} out`;
  if (isOver(needs.context, largest.context)) {
    return `the call is too large: ${call} need a context of ${needs.context} tokens, and the largest context of ${among} all constraints is ${largest.context}`;
  }
  for (const limit of ['output', 'input'] as const) {
    if (!isOver(needs[limit], largest[limit])) continue;
    return `the call is too large: it needs ${needs[limit]} tokens of ${limit}, and the largest ${limit} limit of ${among} all constraints is ${largest[limit]}`;
  }
  return `the call is too large: ${call} need a context of ${needs.context} tokens, and none of ${among} all constraints has the room for all of it at once`;
}

function isOver(needed: number, largest: number | null): boolean {
  return largest !== null && needed > largest;
}

function dropParts({ unfit, together }: NoMatchReasons, drops: readonly string[]): readonly string[] {
  if (drops.length > 0) return [`dropping one of these alone would do: ${drops.join(', ')}`];
  if (unfit !== null || together.length < 2) return [];
  return [`dropping a single one would not do, dropping these together would: ${together.join(', ')}`];
}

/** Limits that no model has: the number that was asked for, and the largest there is. Others are named where they can be dropped. */
function limitParts(
  { unmet, largest }: NoMatchReasons,
  { min_context, min_output }: { readonly min_context?: number; readonly min_output?: number },
): readonly string[] {
  const parts = {
    min_context: `min_context is ${min_context}, and the largest context is ${largest.context ?? 'not known'}`,
    min_output: `min_output is ${min_output}, and the largest output limit is ${largest.output ?? 'not known'}`,
  };
  return (['min_context', 'min_output'] as const).filter((name) => unmet.includes(name)).map((name) => parts[name]);
}

/** Only where models were asked for by name: else every other kind would be named. */
function kindParts(
  { kinds }: NoMatchReasons,
  { models, families, kind = 'chat' }: NonNullable<CheapestRequest['constraints']>,
): readonly string[] {
  if (kinds.length === 0 || (models === undefined && families === undefined)) return [];
  return [`kind ${kind} is searched, and what was asked for by name is of kind ${kinds.join(', ')}`];
}

function priceParts({ unpriced }: NoMatchReasons, batch: boolean): readonly string[] {
  if (unpriced === 0) return [];
  const price = batch ? 'batch price for such a call' : 'price';
  return [`${unpriced} of the models that meet all constraints state no ${price}`];
}

function nothingCompared({ excluded, considered }: NoMatch): string {
  const reasons = Object.entries(excluded).filter(([, count]) => count > 0);
  return `none of ${considered} models is comparable: ${reasons.map(([reason, count]) => `${count} ${reason}`).join(', ')}`;
}
