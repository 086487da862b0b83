import { LIMITS } from '@stackcheck/contract';
import { isNothingKnown, type StackCheck } from '@stackcheck/stack-core';
import { defineLongQuery } from '../query/define-query';
import { ref } from '../query/json-schema';
import { checkSteps, costOfStack, requireImages } from './check-steps';
import { inspectStack } from './inspect-stack';
import { nothingKnown } from './nothing-known';
import { shownCheck } from './shown-check';
import { listsOf, stackOf, type StackInput } from './stack-input';
import { metaOfStack } from './stack-parts';

/** The greatest numbers of entries of a stack; items and images are counted together. */
export const STACK_LIMITS = {
  items: LIMITS.itemsMax,
  cves: LIMITS.cvesMax,
  packages: LIMITS.packagesMax,
  advisories: LIMITS.advisoriesJudgedMax,
};

/** One verdict on a whole stack. */
export const stackCheck = defineLongQuery<StackInput, StackCheck>({
  id: 'stack_check',
  dataset: null,
  // Of these one is worth an offer; scores alone answer no stack.
  joins: ['eol', 'kev', 'osv'],
  limits: STACK_LIMITS,
  answers: ref('StackCheck'),
  inspect: (input, deps) => inspectStack(stackOf(input, deps), deps),
  costMs: (input, deps) => costOfStack(listsOf(input), deps, input.policy ?? {}),
  *steps(input, deps) {
    const stack = stackOf(input, deps);
    const check = yield* checkSteps(stack, deps);
    requireImages(check);
    if (isNothingKnown(check)) throw nothingKnown(stack, deps);
    return shownCheck(check, stack, deps);
  },
  meta: (input, _check, deps) => metaOfStack(stackOf(input, deps), deps),
});
