export type { AsOf } from './check/as-of';
export type { StackSources } from './check/check-context';
export { checkStack, checkStackInSteps } from './check/check-stack';
export { withFewerShown } from './check/fewer-shown';
export { isNothingKnown, type StackCheck, type UnplannedCheck } from './check/judge';
export { LEVELS, REASON_CODES } from './check/reason';
export { DEFAULT_POLICY, toPolicy, type Policy } from './policy';
export type { Stack } from './stack';
