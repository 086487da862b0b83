import { Alternatives } from './alternatives';
import {
  toCheaperIf,
  toResult,
  type Billing,
  type CheaperIf,
  type CheapestResult,
  type Excluded,
} from './cheapest-report';
import type { CheapestRequest, ConstraintName } from './cheapest-request';
import { compileConstraints, type ConstraintTest, type UnknownNameFault } from './constraint-tests';
import { exclusionTest, nothingExcluded } from './exclusions';
import { finish } from './finish';
import type { DayOrMonth } from './model';
import type { ModelIndex } from './model-index';
import { noMatchReasons, type NoMatchReasons } from './no-match';
import { picoDollars } from './pico-dollars';
import { Ranking } from './ranking';
import { NO_ROW } from './rate-table';
import { inputTokens, toTokenMix } from './token-mix';

/** Counts of a search; `matched` and all of `excluded` add up to `considered`. */
export interface SearchCounts {
  readonly matched: number;
  readonly considered: number;
  readonly excluded: Excluded;
}

/** What a search answers, in wire names; no match and a name that is unknown are answers. */
export type CheapestOutcome =
  | (SearchCounts & {
      readonly kind: 'found';
      readonly results: readonly CheapestResult[];
      /** Constraints, or the preference, that alone keep a cheaper model from the first place; cheapest first. */
      readonly cheaper_if: readonly CheaperIf[];
    })
  | (SearchCounts & {
      readonly kind: 'no_match';
      /** Constraints of which dropping one alone gives a match; cheapest first. */
      readonly closest: readonly CheaperIf[];
      /** What kept all models out. */
      readonly reasons: NoMatchReasons;
    })
  | UnknownNameFault;

const DEFAULT_RESULTS = 5;

const MODELS_PER_STEP = 512;

/**
 * The cheapest models for a mix of tokens. A model is compared when it has a price above zero, is not deprecated on the
 * day, is of the kind, and the call fits into its limits: input and output together into the context, each into its own
 * limit. Among those, the caller's constraints decide. Equal costs of one canonical model are one result with `also`;
 * equal costs of different models keep the index's order of preference. With `prefer: 'first_party'` the makers' own offers come
 * before all others, whatever they cost. Amounts are whole pico-dollars, never rounded.
 * @param today UTC day of the answer
 * @throws RangeError when the tokens are not whole numbers from 0 to `TOKENS_MAX`, one of them above zero
 */
export function cheapest(index: ModelIndex, request: CheapestRequest, today: DayOrMonth): CheapestOutcome {
  return finish(cheapestSteps(index, request, today));
}

/** `cheapest` in steps of some hundred models, for a caller that must not hold up other requests while the code is still cold. */
export function* cheapestSteps(
  index: ModelIndex,
  request: CheapestRequest,
  today: DayOrMonth,
): Generator<void, CheapestOutcome, void> {
  const constraints = request.constraints ?? {};
  const requests = request.requests ?? 1;
  const billing: Billing = { mix: toTokenMix(request.tokens), requests, batch: constraints.batch ?? false };
  const compiled = compileConstraints(index, constraints, constraints.include_unknown_limits ?? false);
  if (compiled.kind === 'unknown_name') return compiled;

  const excluded = nothingExcluded();
  const ranking = new Ranking(request.limit ?? DEFAULT_RESULTS);
  const alternatives = new Alternatives();
  const costMax = highestCost(constraints.max_cost_usd, requests);
  const exclusion = exclusionTest(index, billing.mix, constraints, today);
  const bill = index.rates.biller(billing.mix);
  const tokensIn = inputTokens(billing.mix);
  const prefersMaker = request.prefer === 'first_party';
  let matched = 0;

  for (let at = 0; at < index.models.length; at++) {
    if (at % MODELS_PER_STEP === 0) yield;
    const row = index.incomplete[at] ? NO_ROW : index.rates.rowOf(at, tokensIn, billing.batch);
    const reason = row === NO_ROW ? 'no_price' : exclusion(at);
    if (reason !== undefined) {
      excluded[reason]++;
      continue;
    }
    const failed = failedConstraint(compiled.tests, at, row);
    // What two constraints keep out is nobody's alternative, and needs no bill.
    const cost = failed === 'several' ? undefined : bill(row);
    if (cost === 0n && !constraints.include_free) {
      excluded.free++;
      continue;
    }
    if (cost === undefined || failed === 'several') {
      excluded.constraints++;
      continue;
    }
    // The index has the makers' own offers first: what comes after one of them has matched is second to it.
    const last = prefersMaker && !index.models[at]!.firstParty;
    const drop = droppedFor(failed, costMax !== undefined && cost > costMax);
    if (drop === undefined) {
      matched++;
      ranking.offer(at, cost, index.models[at]!.canonical, last);
      if (last) alternatives.offer('prefer', at, cost);
    } else {
      excluded.constraints++;
      if (drop !== 'several' && !(last && ranking.groups[0]?.last === false)) alternatives.offer(drop, at, cost);
    }
  }

  const counts: SearchCounts = { matched, considered: index.models.length, excluded };
  const [best] = ranking.groups;
  const cheaper = alternatives
    .below(best?.cost)
    .map(({ drop, at, cost }) => toCheaperIf(drop, index.models[at]!, cost, billing));
  if (best === undefined) {
    const search = { index, mix: billing.mix, constraints, tests: compiled.tests, costMax, today };
    return { kind: 'no_match', ...counts, closest: cheaper, reasons: yield* noMatchReasons(search) };
  }
  const results = ranking.groups.map((group, place) => toResult(index, group, place + 1, billing, today));
  return { kind: 'found', ...counts, results, cheaper_if: cheaper };
}

/** The one constraint that does not hold, `several`, or undefined when all hold. */
function failedConstraint(
  tests: readonly ConstraintTest[],
  at: number,
  row: number,
): ConstraintName | 'several' | undefined {
  let failed: ConstraintName | undefined;
  for (const test of tests) {
    if (test.holds(at, row)) continue;
    if (failed !== undefined) return 'several';
    failed = test.name;
  }
  return failed;
}

/** What would have to be dropped for a model to match: one constraint, several, or nothing. */
function droppedFor(failed: ConstraintName | undefined, tooDear: boolean): ConstraintName | 'several' | undefined {
  if (!tooDear) return failed;
  return failed === undefined ? 'max_cost_usd' : 'several';
}

/** Pico-dollars that one call may cost, so that all of them together stay within the dollars. */
function highestCost(maxCostUsd: number | undefined, requests: number): bigint | undefined {
  return maxCostUsd === undefined ? undefined : picoDollars(maxCostUsd) / BigInt(requests);
}
