import {
  MODALITIES,
  MODEL_KINDS,
  PREFERENCES,
  TOKENS_MAX,
  type Modality,
  type ModelKind,
  type Preference,
} from '@stackcheck/models-core';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Count, DayOrMonth, Dollars, Flag, Names, OneOf, Optional, SomeOf } from './search-fields';

const LIMIT_MAX = 1_000_000_000;
const REQUESTS_MAX = 1_000_000_000;
const RESULTS_MAX = 25;
const DOLLARS_MAX = 1_000_000_000;

/** How a call's tokens are billed. */
export class TokenCounts {
  @Count('Input tokens that no cache serves or stores.', 0, TOKENS_MAX)
  input?: number;

  @Count('Output tokens.', 0, TOKENS_MAX)
  output?: number;

  @Count("Input tokens read from the provider's cache.", 0, TOKENS_MAX)
  cache_read?: number;

  @Count('Input tokens written into it.', 0, TOKENS_MAX)
  cache_write?: number;

  @Count('Output tokens of reasoning that the caller does not see.', 0, TOKENS_MAX)
  reasoning?: number;
}

/** What must hold, and what is searched at all. */
export class SearchConstraints {
  @OneOf('What the model is for; chat unless said.', MODEL_KINDS)
  kind?: ModelKind;

  @Count('Least context, in tokens.', 1, LIMIT_MAX)
  min_context?: number;

  @Count('Least output limit, in tokens.', 1, LIMIT_MAX)
  min_output?: number;

  @SomeOf('The model reads all of these.', MODALITIES)
  input_modalities?: Modality[];

  @SomeOf('The model writes all of these.', MODALITIES)
  output_modalities?: Modality[];

  @Flag('Whether it calls tools; leave out where it does not matter, here and below.')
  tool_call?: boolean;

  @Flag('Whether it keeps to a schema; what is not stated is neither true nor false.')
  structured_output?: boolean;

  @Flag('Whether it reasons.')
  reasoning?: boolean;

  @Flag('Whether its weights are open.')
  open_weights?: boolean;

  @Flag('Whether its maker sells it.')
  first_party?: boolean;

  @Names('Only these providers.', 'openai')
  providers?: string[];

  @Names('None of these providers.', 'poe', 0)
  exclude_providers?: string[];

  @Names('Only these models, under any of their names and from any provider.', 'claude-sonnet-4-5')
  models?: string[];

  @Names('Only these families.', 'claude-sonnet')
  families?: string[];

  @DayOrMonth('Released after this day or month.', '2026-01-01')
  released_after?: string;

  @DayOrMonth('Trained on data from after this day or month.', '2025-01')
  knowledge_after?: string;

  @Dollars('Most that 1,000,000 input tokens may cost, by the price that the call is billed by.', DOLLARS_MAX)
  max_input_price?: number;

  @Dollars('Most that 1,000,000 output tokens may cost, by the price that the call is billed by.', DOLLARS_MAX)
  max_output_price?: number;

  @Dollars('Most that all requests together may cost.', DOLLARS_MAX)
  max_cost_usd?: number;

  @Flag('Bill by the prices of batch interfaces; models without one have no price then.')
  batch?: boolean;

  @Flag('Also what costs nothing: subscriptions, free routes, previews.')
  include_free?: boolean;

  @Flag('Also what its provider calls deprecated.')
  include_deprecated?: boolean;

  @Flag('Also where a limit is unknown that the call must fit into.')
  include_unknown_limits?: boolean;
}

const TOKENS_OBJECT = 'tokens must be an object such as {"input": 3000, "output": 1000}';
const CONSTRAINTS_OBJECT = 'constraints must be an object';

export class CheapestBody {
  @JSONSchema({ description: 'Tokens of one call, at least one.', $ref: '#/components/schemas/TokenCounts' })
  @ValidateNested({ message: TOKENS_OBJECT })
  // An array would be looked into for members, and pass.
  @IsObject({ message: TOKENS_OBJECT })
  @Type(() => TokenCounts)
  tokens!: TokenCounts;

  @Count('How many such calls, e.g. of a month; 1 unless said.', 1, REQUESTS_MAX)
  requests?: number;

  @JSONSchema({ description: 'What must hold of the model.', $ref: '#/components/schemas/SearchConstraints' })
  @ValidateNested({ message: CONSTRAINTS_OBJECT })
  @IsObject({ message: CONSTRAINTS_OBJECT })
  @Type(() => SearchConstraints)
  @Optional()
  constraints?: SearchConstraints;

  @OneOf("Whose offers come first: the makers' own (`first_party`), or the cheapest, unless said.", PREFERENCES)
  prefer?: Preference;

  @Count('Most results; 5 unless said.', 1, RESULTS_MAX)
  limit?: number;
}
