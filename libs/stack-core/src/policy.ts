import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { Severity } from '@stackcheck/osv-core';

/** What a policy may call a failure without saying more. */
const USUAL_FAILURES = ['eol', 'kev', 'vulnerable', 'malware'] as const;

/** The failure that goes with `epss_min` only. */
export const THRESHOLD_FAILURE = 'epss';

/** What a policy may call a failure. */
export const FAILURES = [...USUAL_FAILURES, THRESHOLD_FAILURE] as const;

/** One kind of failure. */
export type Failure = (typeof FAILURES)[number];

/** What may be made of a package that no advisory names. */
export const UNLISTED = ['ignore', 'warn', 'unknown'] as const;

/** One of these. */
export type Unlisted = (typeof UNLISTED)[number];

/** What a caller wants to know about a stack, in wire names. */
export interface Policy {
  /** A cycle that ends within so many days is warned about; 0 to 3,650. */
  readonly eol_within_days: number;
  /** The lowest severity at which a vulnerability counts as `vulnerable`; below it is only a warning. */
  readonly min_severity: Severity;
  /** What fails the stack. What is not named here is still a warning. */
  readonly fail_on: readonly Failure[];
  /** Whether a watch also reports new versions within a cycle, which are frequent. */
  readonly report_latest: boolean;
  /**
   * What a package that no advisory names is: nothing to be said, a warning, or doubt. Where it is not said: a warning when a
   * listed name is one edit away, since the package may be a mistyped one, and otherwise nothing.
   */
  readonly unlisted?: Unlisted;
  /** The EPSS score, from 0 to 1, from which on a vulnerability counts as likely to be exploited. Absent: scores are not asked. */
  readonly epss_min?: number;
  /**
   * The day that support status, targets and deadlines are asked of, today or later. What is known of vulnerabilities is always of
   * today. Absent, or once it has passed: today.
   */
  readonly as_of?: CalendarDate;
}

/** The policy of a caller who sends none. */
export const DEFAULT_POLICY: Policy = {
  eol_within_days: 90,
  min_severity: 'high',
  fail_on: USUAL_FAILURES,
  report_latest: false,
};

/** The greatest `eol_within_days`: ten years. */
export const EOL_WITHIN_DAYS_MAX = 3_650;

/**
 * A policy from the parts that a caller sent; `fail_on` in its usual order, each kind once. Where it is not sent, a threshold of
 * scores fails, too.
 */
export function toPolicy(sent: Partial<Policy> = {}): Policy {
  const failOn = sent.fail_on ?? (sent.epss_min === undefined ? DEFAULT_POLICY.fail_on : FAILURES);
  return {
    eol_within_days: sent.eol_within_days ?? DEFAULT_POLICY.eol_within_days,
    min_severity: sent.min_severity ?? DEFAULT_POLICY.min_severity,
    fail_on: FAILURES.filter((failure) => failOn.includes(failure)),
    report_latest: sent.report_latest ?? DEFAULT_POLICY.report_latest,
    ...(sent.unlisted === undefined ? {} : { unlisted: sent.unlisted }),
    ...(sent.epss_min === undefined ? {} : { epss_min: sent.epss_min }),
    ...(sent.as_of === undefined ? {} : { as_of: sent.as_of }),
  };
}

/** The day that a policy asks about: a later one than today where it names one. */
export function dayOf({ as_of: asOf }: Policy, today: CalendarDate): CalendarDate {
  return asOf !== undefined && asOf > today ? asOf : today;
}

/** A policy that names a day only where it is later than today: what is asked of today itself is asked as of no day. */
export function policyAhead(policy: Policy, today: CalendarDate): Policy {
  return policy.as_of === undefined || policy.as_of > today ? policy : withoutDay(policy);
}

/** A policy whose day has not passed: one that names an earlier day asks about none. */
export function policyFrom(policy: Policy, today: CalendarDate): Policy {
  return policy.as_of === undefined || policy.as_of >= today ? policy : withoutDay(policy);
}

function withoutDay({ as_of: _asOf, ...policy }: Policy): Policy {
  return policy;
}
