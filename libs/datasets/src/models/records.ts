import type { Modality, ModelKind } from '@stackcheck/models-core';
import type { DayOrMonth } from '@stackcheck/models-core/model';
import type { SnapshotContent } from '../snapshot/snapshot';

/** Prices in whole pico-dollars (10⁻¹² USD) per token; null: not stated. */
export interface PriceRecord {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly reasoning: number | null;
  readonly input_audio: number | null;
  readonly output_audio: number | null;
}

/** Prices of all tokens of a call with more input tokens than `above`. */
export interface TierRecord {
  readonly above: number;
  readonly prices: PriceRecord;
}

/** One model as one provider sells it. */
export interface ModelRecord {
  /** `provider/model`; the provider's id holds no slash, the model's may. */
  readonly id: string;
  readonly provider: string;
  /** The provider's own name of the model. */
  readonly model: string;
  readonly name: string;
  readonly family: string | null;
  /** Derived; upstream names none. */
  readonly kind: ModelKind;
  /** Derived: `maker/model`, the same for one model under all its names. */
  readonly canonical: string;
  /** Derived: sold by who made it. */
  readonly first_party: boolean;
  /** Null: unknown, which is not free. */
  readonly prices: PriceRecord | null;
  /** In ascending order of threshold. */
  readonly tiers: readonly TierRecord[];
  readonly batch: { readonly input: number; readonly output: number } | null;
  /** Tokens; null: unknown. */
  readonly limits: { readonly context: number | null; readonly input: number | null; readonly output: number | null };
  readonly tool_call: boolean;
  readonly structured_output: boolean | null;
  readonly reasoning: boolean;
  readonly attachment: boolean;
  readonly temperature: boolean | null;
  readonly modalities: { readonly input: readonly Modality[]; readonly output: readonly Modality[] };
  readonly open_weights: boolean;
  readonly status: 'alpha' | 'beta' | 'deprecated' | null;
  readonly deprecation_date: DayOrMonth | null;
  readonly release_date: DayOrMonth | null;
  readonly last_updated: DayOrMonth | null;
  readonly knowledge: DayOrMonth | null;
}

/** Who sells models. */
export interface ProviderRecord {
  readonly provider: string;
  readonly name: string;
  readonly doc: string;
}

/** Whether the companion's facts are in a content: `missing` or `unreadable`, and batch prices and dates are null. */
export type CompanionState = 'joined' | 'missing' | 'unreadable';

/** Content of a models snapshot; providers and models each in ascending order of id. */
export interface ModelsSnapshot extends SnapshotContent {
  readonly dataset: 'models';
  readonly meta: { readonly upstream_schema_version: string; readonly litellm: CompanionState };
  readonly providers: readonly ProviderRecord[];
  readonly models: readonly ModelRecord[];
}
