import { MODALITIES, MODEL_KINDS, type Modality, type Model, type ModelKind, type ModelProvider } from './model';
import { keyOf, ModelNames } from './model-names';
import { implausiblePrices } from './plausibility';
import { RateTable } from './rate-table';

/** Stands for an unknown limit in the columns, since no real limit is zero. */
export const UNKNOWN_LIMIT = 0;

/** Look-up and search columns of all models of a snapshot. Built once per snapshot; all of it is immutable. */
export class ModelIndex {
  /** All models in the order of preference among equal costs; columns have the same positions. */
  readonly models: readonly Model[];
  readonly providers: ReadonlyMap<string, ModelProvider>;
  readonly names: ModelNames;
  readonly rates: RateTable;
  readonly kinds: Uint8Array;
  /** 1 where every price is zero. */
  readonly free: Uint8Array;
  /** 1 where a chat model charges for input and nothing for output: routers, whose real price is another model's. */
  readonly incomplete: Uint8Array;
  /** 1 where the price is too low to be one per token. */
  readonly implausible: Uint8Array;
  readonly context: Float64Array;
  readonly input: Float64Array;
  readonly output: Float64Array;
  /** Bits of `MODALITIES`. */
  readonly modalitiesIn: Uint8Array;
  readonly modalitiesOut: Uint8Array;

  /** Throws when two models bear the same key: such a snapshot has no single answer. */
  constructor(models: readonly Model[], providers: readonly ModelProvider[]) {
    if (new Set(models.map(keyOf)).size !== models.length) {
      throw new Error('two models of the snapshot bear the same key');
    }
    this.models = [...models].sort(byPreference);
    this.providers = new Map(providers.map((provider) => [provider.id, provider]));
    this.names = new ModelNames(this.models, providers);
    this.rates = new RateTable(this.models);
    this.kinds = Uint8Array.from(this.models, ({ kind }) => kindCode(kind));
    this.free = Uint8Array.from(this.models, (model) => Number(isFree(model)));
    this.incomplete = Uint8Array.from(this.models, (model) => Number(hasNoOutputPrice(model)));
    this.implausible = implausiblePrices(this.models);
    this.context = Float64Array.from(this.models, ({ limits }) => limits.context ?? UNKNOWN_LIMIT);
    this.input = Float64Array.from(this.models, ({ limits }) => limits.input ?? UNKNOWN_LIMIT);
    this.output = Float64Array.from(this.models, ({ limits }) => limits.output ?? UNKNOWN_LIMIT);
    this.modalitiesIn = Uint8Array.from(this.models, ({ modalities }) => modalityBits(modalities.input));
    this.modalitiesOut = Uint8Array.from(this.models, ({ modalities }) => modalityBits(modalities.output));
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

function isFree({ prices, tiers }: Model): boolean {
  if (prices === null) return false;
  return [prices, ...tiers.map((tier) => tier.prices)].every(({ input, output }) => input === 0 && output === 0);
}

function hasNoOutputPrice({ kind, prices }: Model): boolean {
  return kind === 'chat' && prices !== null && prices.input > 0 && prices.output === 0;
}
