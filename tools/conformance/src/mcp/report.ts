import type { Exception } from './exceptions';
import type { Check, Judged } from './judge-checks';

/** What the checks of a revision came to, exceptions by reason. */
export function revisionReport(revision: string, { passed, excepted, failed }: Judged): string {
  const reasons = [...new Set(excepted.map(({ why }) => why))].map((why) => {
    const scenarios = excepted.filter((one) => one.why === why).map(({ check }) => check.scenario);
    return `  ${scenarios.length} except: ${why} (${[...new Set(scenarios)].join(', ')})`;
  });
  return [
    `${revision}: ${passed} checks passed, ${excepted.length} do not apply, ${failed.length} failed`,
    ...reasons,
    ...failed.map(failure),
  ].join('\n');
}

/** That an exception is out of date. */
export function needlessReport({ why, scenarios, checks }: Exception): string {
  return `  FAILED  nothing needs the exception ${scenarios.source}${checks ? ` ${checks.source}` : ''}: ${why}`;
}

function failure({ scenario, id, status, message }: Check): string {
  return `  FAILED  ${scenario} ${id} (${status}): ${message}`;
}
