import type { ConstraintName, Constraints, SearchScope } from './cheapest-request';
import { compileConstraints, type ConstraintTest } from './constraint-tests';
import { exclusionTest } from './exclusions';
import { roomOf, type Room } from './fit';
import type { DayOrMonth, ModelKind } from './model';
import { UNKNOWN_LIMIT, type ModelIndex } from './model-index';
import { NO_ROW } from './rate-table';
import { inputTokens, type TokenMix } from './token-mix';

/** Members of a request that widen its search, and the reasons they take away. */
const WIDENINGS = {
  include_free: 'free',
  include_deprecated: 'deprecated',
  include_unknown_limits: 'unknown_limits',
} as const;

/** One of them. */
export type Widening = keyof typeof WIDENINGS;

/** Limits in tokens; null: none is known. */
export type LargestLimits = { readonly [Limit in keyof Room]: number | null };

/** Why nothing matched. */
export interface NoMatchReasons {
  /** The call fits none of the models that meet every constraint: what it needs, and the largest limit of each sort among them. */
  readonly unfit: { readonly models: number; readonly needs: Room; readonly largest: LargestLimits } | null;
  /** Each of these alone gives a match. */
  readonly widen: readonly Widening[];
  /** Kinds of the models that meet every constraint, and are of another kind than the one that is searched. */
  readonly kinds: readonly ModelKind[];
  /** Models that meet every constraint and state no price; in a batch search, no batch price. */
  readonly unpriced: number;
  /** Constraints that none of the compared models meets, whatever the others are. */
  readonly unmet: readonly ConstraintName[];
  /** The largest limits of all compared models. */
  readonly largest: LargestLimits;
  /** The fewest constraints of which dropping all gives a match; empty where nothing is compared at all. */
  readonly together: readonly ConstraintName[];
}

/** A search that matched nothing. */
export interface FailedSearch {
  readonly index: ModelIndex;
  readonly mix: TokenMix;
  readonly constraints: Constraints & SearchScope;
  readonly tests: readonly ConstraintTest[];
  /** Pico-dollars that one call may cost. */
  readonly costMax: bigint | undefined;
  readonly today: DayOrMonth;
}

const MODELS_PER_STEP = 512;

/** Looks through all models once more, in steps, for what kept them out. */
export function* noMatchReasons(search: FailedSearch): Generator<void, NoMatchReasons, void> {
  const { index, mix, constraints, today } = search;
  const exclusion = exclusionTest(index, mix, constraints, today);
  const isUnpaid = unpaidTest(search);
  const failedOf = failuresOf(search);
  const widened = (Object.keys(WIDENINGS) as Widening[]).map((name) => ({ name, matches: widenedTest(search, name) }));
  const unfit = new Largest(index);
  const compared = new Largest(index);
  const widen = new Set<Widening>();
  const kinds = new Set<ModelKind>();
  const failures = new Map<ConstraintName, number>();
  let unpriced = 0;
  let together: readonly ConstraintName[] = [];

  for (let at = 0; at < index.models.length; at++) {
    if (at % MODELS_PER_STEP === 0) yield;
    const row = rowOf(search, at);
    const reason = exclusion(at) ?? (!constraints.include_free && isUnpaid(row) ? 'free' : undefined);
    const widening = widened.find(({ name }) => WIDENINGS[name] === reason);
    if (widening !== undefined) {
      if (!widen.has(widening.name) && widening.matches(at, row)) widen.add(widening.name);
      continue;
    }
    const failed = failedOf(at, row);
    if (reason === undefined && row !== NO_ROW) {
      compared.take(at);
      for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
      if (together.length === 0 || failed.length < together.length) together = failed;
    } else if (failed.length === 0) {
      if (reason === undefined) unpriced++;
      else if (row === NO_ROW) continue;
      else if (reason === 'kind') kinds.add(index.models[at]!.kind);
      else if (reason === 'does_not_fit') unfit.take(at);
    }
  }

  const needs = roomOf(constraints.kind ?? 'chat', mix);
  return {
    unfit: needs === undefined || unfit.models === 0 ? null : { models: unfit.models, needs, largest: unfit.limits },
    widen: [...widen],
    kinds: [...kinds],
    unpriced,
    unmet: [...failures].filter(([, models]) => models === compared.models).map(([name]) => name),
    largest: compared.limits,
    together,
  };
}

/** The constraints that do not hold for a model; what has no price fails none of the prices. */
function failuresOf({ index, mix, tests, costMax }: FailedSearch): (at: number, row: number) => ConstraintName[] {
  const bill = index.rates.biller(mix);
  return (at, row) => {
    const failed = tests.filter((test) => !test.holds(at, row)).map(({ name }) => name);
    if (costMax !== undefined && row !== NO_ROW && bill(row) > costMax) failed.push('max_cost_usd');
    return failed;
  };
}

/** Whether a model would match, were the search widened. */
function widenedTest(search: FailedSearch, name: Widening): (at: number, row: number) => boolean {
  const constraints = { ...search.constraints, [name]: true };
  const compiled = compileConstraints(search.index, constraints, constraints.include_unknown_limits ?? false);
  const tests = compiled.kind === 'tests' ? compiled.tests : search.tests;
  const failedOf = failuresOf({ ...search, tests });
  const exclusion = exclusionTest(search.index, search.mix, constraints, search.today);
  const isUnpaid = unpaidTest(search);
  return (at, row) =>
    row !== NO_ROW &&
    exclusion(at) === undefined &&
    failedOf(at, row).length === 0 &&
    (constraints.include_free === true || !isUnpaid(row));
}

function rowOf({ index, mix, constraints }: FailedSearch, at: number): number {
  return index.incomplete[at] ? NO_ROW : index.rates.rowOf(at, inputTokens(mix), constraints.batch ?? false);
}

/** Whether a call of this mix costs nothing, though the model has a price. */
function unpaidTest({ index, mix }: FailedSearch): (row: number) => boolean {
  const bill = index.rates.biller(mix);
  return (row) => row !== NO_ROW && bill(row) === 0n;
}

/** The largest limits of some models. */
class Largest {
  models = 0;
  private readonly most = { context: UNKNOWN_LIMIT, input: UNKNOWN_LIMIT, output: UNKNOWN_LIMIT };

  constructor(private readonly index: ModelIndex) {}

  take(at: number): void {
    this.models++;
    for (const limit of ['context', 'input', 'output'] as const) {
      this.most[limit] = Math.max(this.most[limit], this.index[limit][at]!);
    }
  }

  get limits(): LargestLimits {
    const known = (limit: number): number | null => (limit === UNKNOWN_LIMIT ? null : limit);
    return { context: known(this.most.context), input: known(this.most.input), output: known(this.most.output) };
  }
}
