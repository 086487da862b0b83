export { cheapest, type CheapestOutcome } from './cheapest';
export { PREFERENCES, type CheapestRequest, type Preference } from './cheapest-request';
export { unknownName, type UnknownNameFault } from './constraint-tests';
export { MODALITIES, MODEL_KINDS, type Modality, type Model, type ModelKind } from './model';
export { ModelIndex } from './model-index';
export { keyOf } from './model-names';
export { TOKENS_MAX } from './token-mix';
