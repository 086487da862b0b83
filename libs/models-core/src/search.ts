export { cheapestSteps, type SearchCounts } from './cheapest';
export type { CheaperIf, CheapestResult, Excluded } from './cheapest-report';
export type { ConstraintName, Constraints, SearchScope } from './cheapest-request';
export { ModelNames, type Resolved } from './model-names';
export type { TokenMix } from './token-mix';
