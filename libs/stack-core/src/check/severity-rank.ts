import { SEVERITIES, type Severity } from '@stackcheck/osv-core';

/** 1 for low to 4 for critical; 0 for a vulnerability that states no severity. */
export function severityRank(severity: Severity | null): number {
  return severity === null ? 0 : SEVERITIES.indexOf(severity) + 1;
}

/** The inverse of `severityRank`. */
export function severityOfRank(rank: number): Severity | null {
  return SEVERITIES[rank - 1] ?? null;
}
