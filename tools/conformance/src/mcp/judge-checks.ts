import type { Exception } from './exceptions';

/** A check of the suite. */
export interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly message: string;
}

/** What a run comes to. */
export interface Judged {
  readonly passed: number;
  /** Not met, for a reason that is known. */
  readonly excepted: readonly { readonly check: Check; readonly why: string }[];
  /** Not met, and nothing says why. */
  readonly failed: readonly Check[];
}

/** Failures and warnings are held against the exceptions; what was skipped is neither. */
export function judgeChecks(checks: readonly Check[], exceptions: readonly Exception[]): Judged {
  const unmet = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const whyOf = new Map(unmet.map((check) => [check, exceptions.find((one) => names(one, check))?.why]));
  return {
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    excepted: unmet.flatMap((check) => {
      const why = whyOf.get(check);
      return why === undefined ? [] : [{ check, why }];
    }),
    failed: unmet.filter((check) => whyOf.get(check) === undefined),
  };
}

/** Exceptions that no check of any run needs. */
export function needless(checks: readonly Check[], exceptions: readonly Exception[]): readonly Exception[] {
  const { excepted } = judgeChecks(checks, exceptions);
  return exceptions.filter((one) => !excepted.some(({ check }) => names(one, check)));
}

function names({ scenarios, checks }: Exception, { scenario, id }: Check): boolean {
  return scenarios.test(scenario) && (checks?.test(id) ?? true);
}
