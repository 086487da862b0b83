export { cheapest, cheapestSteps, type CheapestOutcome, type SearchCounts } from './cheapest';
export type { CheaperIf, CheapestResult, Excluded } from './cheapest-report';
export type { CheapestRequest, ConstraintName, Constraints, SearchScope } from './cheapest-request';
export { unknownName, type UnknownNameFault } from './constraint-tests';
export { MODALITIES, MODEL_KINDS } from './model';
export type {
  BatchPrices,
  DayOrMonth,
  Modality,
  Model,
  ModelCapabilities,
  ModelKind,
  ModelLimits,
  ModelProvider,
  PriceTier,
  TokenPrices,
} from './model';
export { ModelIndex } from './model-index';
export { keyOf, ModelNames, type Resolved } from './model-names';
export { picoDollars, picoPerToken, picoPerTokenOfUnit, usdPerMtokText, usdText } from './pico-dollars';
export { TOKENS_MAX, type TokenMix } from './token-mix';
