/** One thing that the doctor looked at. */
export interface Finding {
  /** What was looked at: `disk`, `keys`, … */
  readonly check: string;
  readonly level: 'ok' | 'skipped' | 'warning' | 'fault';
  /** What was found. */
  readonly what: string;
  /** Why it matters, and what to do; both absent where nothing is wrong. */
  readonly why?: string;
  readonly todo?: string;
}

/** What is wrong, why it matters, what to do. */
export type Trouble = readonly [what: string, why: string, todo: string];

/** Makes the findings of one check. */
export function findingsOf(check: string) {
  const wrong = (level: 'warning' | 'fault', [what, why, todo]: Trouble): Finding => ({
    check,
    level,
    what,
    why,
    todo,
  });
  return {
    ok: (what: string): Finding => ({ check, level: 'ok', what }),
    skipped: (what: string): Finding => ({ check, level: 'skipped', what }),
    warning: (...trouble: Trouble): Finding => wrong('warning', trouble),
    fault: (...trouble: Trouble): Finding => wrong('fault', trouble),
  };
}
