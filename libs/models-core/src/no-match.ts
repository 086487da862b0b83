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
  const failures = new Failures(search);
  const widened = (Object.keys(WIDENINGS) as Widening[]).map((name) => ({ name, matches: widenedTest(search, name) }));
  const unfit = new Largest(index);
  const compared = new Largest(index);
  const widen = new Set<Widening>();
  const kinds = new Set<ModelKind>();
  let unpriced = 0;
  // Constraints as bits in the order of `Failures`: those that every compared model fails, and the fewest that one does.
  let unmet = -1;
  let together = 0;

  for (let at = 0; at < index.models.length; at++) {
    if (at % MODELS_PER_STEP === 0) yield;
    const row = rowOf(search, at);
    const reason = exclusion(at) ?? (!constraints.include_free && isUnpaid(row) ? 'free' : undefined);
    const widening = widened.find(({ name }) => WIDENINGS[name] === reason);
    if (widening !== undefined) {
      if (!widen.has(widening.name) && widening.matches(at, row)) widen.add(widening.name);
      continue;
    }
    const failed = failures.of(at, row);
    if (reason === undefined && row !== NO_ROW) {
      compared.take(at);
      unmet &= failed;
      if (together === 0 || bitCount(failed) < bitCount(together)) together = failed;
    } else if (failed === 0) {
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
    unmet: compared.models === 0 ? [] : failures.named(unmet),
    largest: compared.limits,
    together: failures.named(together),
  };
}

/** Which constraints do not hold for a model, as bits; what has no price fails none of the prices. */
class Failures {
  private readonly names: readonly ConstraintName[];
  private readonly tests: readonly ConstraintTest[];

  constructor({ index, mix, tests, costMax }: FailedSearch) {
    const bill = index.rates.biller(mix);
    const isCheap: ConstraintTest['holds'] = (_at, row) =>
      row === NO_ROW || costMax === undefined || bill(row) <= costMax;
    this.tests = costMax === undefined ? tests : [...tests, { name: 'max_cost_usd', holds: isCheap }];
    this.names = this.tests.map(({ name }) => name);
  }

  of(at: number, row: number): number {
    let failed = 0;
    for (let bit = 0; bit < this.tests.length; bit++) if (!this.tests[bit]!.holds(at, row)) failed |= 1 << bit;
    return failed;
  }

  named(bits: number): readonly ConstraintName[] {
    return this.names.filter((_, bit) => (bits & (1 << bit)) !== 0);
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Whether a model would match, were the search widened. */
function widenedTest(search: FailedSearch, name: Widening): (at: number, row: number) => boolean {
  const constraints = { ...search.constraints, [name]: true };
  const compiled = compileConstraints(search.index, constraints, constraints.include_unknown_limits ?? false);
  const tests = compiled.kind === 'tests' ? compiled.tests : search.tests;
  const failures = new Failures({ ...search, tests });
  const exclusion = exclusionTest(search.index, search.mix, constraints, search.today);
  const isUnpaid = unpaidTest(search);
  return (at, row) =>
    row !== NO_ROW &&
    exclusion(at) === undefined &&
    failures.of(at, row) === 0 &&
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
