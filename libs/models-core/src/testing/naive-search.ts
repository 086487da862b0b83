import type { CheapestRequest, ConstraintName } from '../cheapest-request';
import type { Model } from '../model';
import { picoDollars } from '../pico-dollars';
import { appliedPrices, costOf, type Rates } from '../rates';
import { inputTokens, outputTokens, toTokenMix } from '../token-mix';

/** A model that a naive search compares: what it costs, and which constraints keep it out. */
export interface NaiveFinding {
  readonly model: Model;
  readonly cost: bigint;
  readonly failed: readonly ConstraintName[];
}

/**
 * The rules of the search once more, the slow way and without any index: model by model, constraint by constraint. For
 * comparison only; constraints by name are left out.
 */
export function naiveSearch(models: readonly Model[], request: CheapestRequest, today: string): NaiveFinding[] {
  const scope = request.constraints ?? {};
  const mix = toTokenMix(request.tokens);
  const kind = scope.kind ?? 'chat';
  const findings: NaiveFinding[] = [];
  for (const model of models) {
    const applied = appliedPrices(model, inputTokens(mix), scope.batch ?? false);
    if (applied === undefined || model.kind !== kind) continue;
    const all = [model.prices!, ...model.tiers.map(({ prices }) => prices)];
    if (kind === 'chat' && model.prices!.output === 0 && model.prices!.input > 0) continue;
    if (!scope.include_free && all.every(({ input, output }) => input + output === 0)) continue;
    const cost = costOf(applied.rates, mix);
    if (!scope.include_free && cost === 0n) continue;
    const retired = model.status === 'deprecated' || (model.deprecationDate ?? '9999') <= today;
    if (retired && !scope.include_deprecated) continue;
    if (kind !== 'image' && !fits(model, kind === 'chat' ? outputTokens(mix) : 0, inputTokens(mix), scope)) continue;
    findings.push({ model, cost, failed: failedOf(model, request, cost, applied.rates) });
  }
  return findings;
}

function fits(model: Model, out: number, into: number, scope: { include_unknown_limits?: boolean }): boolean {
  const unknown = scope.include_unknown_limits ? Infinity : 0;
  const { context, input, output } = model.limits;
  return into + out <= (context ?? unknown) && into <= (input ?? Infinity) && (out === 0 || out <= (output ?? unknown));
}

function failedOf(model: Model, request: CheapestRequest, cost: bigint, rates: Rates): ConstraintName[] {
  const asked = request.constraints ?? {};
  const { capabilities, limits, modalities } = model;
  const unknown = asked.include_unknown_limits ? Infinity : 0;
  const later = (date: string | null, than: string): boolean => {
    const places = Math.min(date?.length ?? 0, than.length);
    return date !== null && date.slice(0, places) > than.slice(0, places);
  };
  const holds: Partial<Record<ConstraintName, boolean>> = {
    min_context: (limits.context ?? unknown) >= (asked.min_context ?? 0),
    min_output: (limits.output ?? unknown) >= (asked.min_output ?? 0),
    input_modalities: (asked.input_modalities ?? []).every((one) => modalities.input.includes(one)),
    output_modalities: (asked.output_modalities ?? []).every((one) => modalities.output.includes(one)),
    tool_call: capabilities.toolCall === asked.tool_call,
    structured_output: capabilities.structuredOutput === asked.structured_output,
    reasoning: capabilities.reasoning === asked.reasoning,
    open_weights: model.openWeights === asked.open_weights,
    first_party: model.firstParty === asked.first_party,
    released_after: later(model.releaseDate, asked.released_after ?? ''),
    knowledge_after: later(model.knowledge, asked.knowledge_after ?? ''),
    max_input_price: rates.input / 1e6 <= (asked.max_input_price ?? 0),
    max_output_price: rates.output / 1e6 <= (asked.max_output_price ?? 0),
    max_cost_usd: cost * BigInt(request.requests ?? 1) <= picoDollars(asked.max_cost_usd ?? 0),
  };
  return (Object.keys(holds) as ConstraintName[]).filter((name) => asked[name] !== undefined && holds[name] === false);
}
