import type { EolCycle } from '@stackcheck/eol-core';
import type { Policy } from '../policy';

/** Whether a cycle that has not ended ends within the policy's days; on its last day it still does. */
export function isEndingSoon(
  { status, days_until_eol: days }: Pick<EolCycle, 'status' | 'days_until_eol'>,
  { eol_within_days }: Policy,
): boolean {
  return status !== 'eol' && days !== null && days >= 0 && days <= eol_within_days;
}

/** Days of support that a cycle must have left to give no reason under a policy. */
export function clearDaysOf({ eol_within_days }: Policy): number {
  return eol_within_days + 1;
}
