import type { DayOrMonth, Modality, ModelKind } from './model';
import type { TokenMix } from './token-mix';

/** What must hold of a model. Left out: it does not matter. In wire names, so that a checked body is one. */
export interface Constraints {
  /** Tokens that the model must be able to hold, or to give. */
  readonly min_context?: number;
  readonly min_output?: number;
  /** All of these. */
  readonly input_modalities?: readonly Modality[];
  readonly output_modalities?: readonly Modality[];
  /** Exactly this; what upstream does not state is neither true nor false. */
  readonly tool_call?: boolean;
  readonly structured_output?: boolean;
  readonly reasoning?: boolean;
  readonly open_weights?: boolean;
  readonly first_party?: boolean;
  /** One of these. */
  readonly providers?: readonly string[];
  readonly exclude_providers?: readonly string[];
  readonly models?: readonly string[];
  readonly families?: readonly string[];
  /** Later than this day or month; a date that upstream gives as a month is later only in a later month. */
  readonly released_after?: DayOrMonth;
  readonly knowledge_after?: DayOrMonth;
  /** Dollars per million tokens, of the prices that the call is billed by: tiers and batch prices included. */
  readonly max_input_price?: number;
  readonly max_output_price?: number;
  /** Dollars for all requests together. */
  readonly max_cost_usd?: number;
}

/** Names of the constraints: what may be dropped. */
export type ConstraintName = keyof Constraints;

/** Whose offers come first: the makers' own, dearer or not, or simply the cheapest. */
export type Preference = 'first_party' | 'any';

/** All preferences; the last is the default. */
export const PREFERENCES: readonly Preference[] = ['first_party', 'any'];

/** What `cheaper_if` may propose to drop: a constraint, or the preference. */
export type Droppable = ConstraintName | 'prefer';

/** What is searched, and how it is billed. These widen or choose the records; they are no constraints on one. */
export interface SearchScope {
  /** Default chat. */
  readonly kind?: ModelKind;
  /** Bill by the prices of the batch interface; models without such prices have no price. */
  readonly batch?: boolean;
  readonly include_free?: boolean;
  readonly include_deprecated?: boolean;
  readonly include_unknown_limits?: boolean;
}

/** The question of `POST /v1/models/cheapest`. */
export interface CheapestRequest {
  /** Per call; what is left out is zero, and at least one token is needed. */
  readonly tokens: Partial<TokenMix>;
  /** How many such calls are billed; default 1. */
  readonly requests?: number;
  readonly constraints?: Constraints & SearchScope;
  /** Default `any`. */
  readonly prefer?: Preference;
  /** Most results; default 5. */
  readonly limit?: number;
}
