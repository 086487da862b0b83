export { cheapestSteps, type SearchCounts } from './cheapest';
export type { CheaperIf, CheapestResult, Excluded, MakerPrice } from './cheapest-report';
export type { ConstraintName, Constraints, Droppable, SearchScope } from './cheapest-request';
export type { Deprecation, DeprecationBasis } from './deprecation';
export { ModelNames, type Resolved } from './model-names';
export type { LargestLimits, NoMatchReasons, Widening } from './no-match';
export type { TokenMix } from './token-mix';
