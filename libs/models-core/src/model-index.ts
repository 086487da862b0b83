import { finish } from './finish';
import { makerOffers, type MakerOffers } from './maker-offers';
import {
  hasNoOutputPrice,
  isFree,
  MODALITIES,
  MODEL_KINDS,
  type Modality,
  type Model,
  type ModelKind,
  type ModelProvider,
} from './model';
import { ModelNames } from './model-names';
import { implausiblePrices } from './plausibility';
import { RateTable } from './rate-table';
import { sortSteps } from './sort-steps';

/** Stands for an unknown limit in the columns, since no real limit is zero. */
export const UNKNOWN_LIMIT = 0;

const MODELS_PER_STEP = 16;

/** Look-up and search columns of all models of a snapshot. Built once per snapshot; all of it is immutable. */
export class ModelIndex {
  readonly providers: ReadonlyMap<string, ModelProvider>;
  readonly kinds: Uint8Array;
  /** 1 where every price is zero. */
  readonly free: Uint8Array;
  /** 1 where a chat model charges for input and nothing for output: routers, whose real price is another model's. */
  readonly incomplete: Uint8Array;
  readonly context: Float64Array;
  readonly input: Float64Array;
  readonly output: Float64Array;
  /** Bits of `MODALITIES`. */
  readonly modalitiesIn: Uint8Array;
  readonly modalitiesOut: Uint8Array;

  private constructor(
    /** All models in the order of preference among equal costs; columns have the same positions. */
    readonly models: readonly Model[],
    providers: readonly ModelProvider[],
    readonly names: ModelNames,
    readonly rates: RateTable,
    /** 1 where the price is too low to be one per token. */
    readonly implausible: Uint8Array,
    /** What the makers ask for the same models. */
    readonly makers: MakerOffers,
    /** Whether the source of deprecation dates is in the snapshot; else no date says nothing at all. */
    readonly datesKnown: boolean,
  ) {
    this.providers = new Map(providers.map((provider) => [provider.id, provider]));
    this.kinds = new Uint8Array(models.length);
    this.free = new Uint8Array(models.length);
    this.incomplete = new Uint8Array(models.length);
    this.context = new Float64Array(models.length);
    this.input = new Float64Array(models.length);
    this.output = new Float64Array(models.length);
    this.modalitiesIn = new Uint8Array(models.length);
    this.modalitiesOut = new Uint8Array(models.length);
  }

  /**
   * Builds the index in steps of some dozen microseconds each, so that a server can answer others between them.
   * @param datesKnown whether the source of deprecation dates is in the snapshot
   * @throws Error when two models bear the same key: such a snapshot has no single answer
   */
  static *steps(
    models: readonly Model[],
    providers: readonly ModelProvider[],
    datesKnown = true,
  ): Generator<void, ModelIndex, void> {
    const sorted = yield* sortSteps(models, byPreference);
    const names = yield* ModelNames.steps(sorted, providers);
    const rates = yield* RateTable.steps(sorted);
    const implausible = yield* implausiblePrices(sorted);
    const makers = yield* makerOffers(sorted);
    const index = new ModelIndex(sorted, providers, names, rates, implausible, makers, datesKnown);
    for (let at = 0; at < sorted.length; at++) {
      index.fill(at, sorted[at]!);
      if (at % MODELS_PER_STEP === 0) yield;
    }
    return index;
  }

  /** The same at once. */
  static of(models: readonly Model[], providers: readonly ModelProvider[], datesKnown = true): ModelIndex {
    return finish(ModelIndex.steps(models, providers, datesKnown));
  }

  private fill(at: number, model: Model): void {
    const { limits, modalities } = model;
    this.kinds[at] = kindCode(model.kind);
    this.free[at] = Number(isFree(model));
    this.incomplete[at] = Number(hasNoOutputPrice(model));
    this.context[at] = limits.context ?? UNKNOWN_LIMIT;
    this.input[at] = limits.input ?? UNKNOWN_LIMIT;
    this.output[at] = limits.output ?? UNKNOWN_LIMIT;
    this.modalitiesIn[at] = modalityBits(modalities.input);
    this.modalitiesOut[at] = modalityBits(modalities.output);
  }
}

/** A kind's number in the column. */
export function kindCode(kind: ModelKind): number {
  return MODEL_KINDS.indexOf(kind);
}

/** Modalities as bits. */
export function modalityBits(modalities: readonly Modality[]): number {
  return modalities.reduce((bits, modality) => bits | (1 << MODALITIES.indexOf(modality)), 0);
}

/**
 * Which of several models at the same cost comes first: the maker's own offer, then what is past its trial, then the larger
 * context; at last provider and id by code units, so that the order is the same everywhere.
 */
function byPreference(a: Model, b: Model): number {
  return (
    Number(b.firstParty) - Number(a.firstParty) ||
    Number(a.status !== null) - Number(b.status !== null) ||
    (b.limits.context ?? 0) - (a.limits.context ?? 0) ||
    byCodeUnits(a.provider, b.provider) ||
    byCodeUnits(a.id, b.id)
  );
}

function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
