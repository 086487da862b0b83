import { LEVELS } from '@stackcheck/stack-core';
import type { StackVerdict } from '@stackcheck/stack-core/report';
import type { Finding } from './outcome';

/**
 * One word on what counts after acceptances and baseline: the level of the worst finding, whatever their order; `pass` without
 * any, or with infos alone.
 */
export function verdictOf(findings: readonly Pick<Finding, 'level'>[]): StackVerdict {
  const worst = LEVELS.find((level) => findings.some((finding) => finding.level === level));
  return worst === undefined || worst === 'info' ? 'pass' : worst;
}
