export type { AsOf } from './check/as-of';
export { checkStack, checkStackInSteps, withFewerShown, type StackSources } from './check/check-stack';
export { itemPurls } from './check/item-advisories';
export { isNothingKnown, type StackCheck } from './check/judge';
export { LEVELS, REASON_CODES } from './check/reason';
export { DEFAULT_POLICY, toPolicy, type Policy } from './policy';
export type { Stack } from './stack';
