/** A try that failed in a way that another may not. */
export class TransientError extends Error {
  constructor(
    message: string,
    /** What the other side asked for, if it did. */
    readonly retryAfterMs: number | null = null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'TransientError';
  }
}

/** How often and how patiently to try. */
export interface RetryPlan {
  readonly tries: number;
  /** The first wait is up to this, and each further one up to twice as much. */
  readonly firstWaitMs: number;
  readonly waitMaxMs: number;
  /** When the other side asks for a longer pause than this, it is left alone until the next refresh. */
  readonly retryAfterMaxMs: number;
}

/** Waiting and chance, given by the caller. */
export interface RetryDeps {
  readonly sleep: (ms: number) => Promise<void>;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

/**
 * Runs `attempt` until it succeeds or fails for good, waiting a random time (full jitter) between tries, and at least
 * as long as the other side asked for. Throws the last `TransientError` when all tries failed that way.
 */
export async function withRetries<T>(plan: RetryPlan, deps: RetryDeps, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientError) || tried >= plan.tries) throw error;
      const asked = error.retryAfterMs ?? 0;
      if (asked > plan.retryAfterMaxMs) throw error;
      const jitter = deps.random() * Math.min(plan.waitMaxMs, plan.firstWaitMs * 2 ** (tried - 1));
      await deps.sleep(Math.max(asked, jitter));
    }
  }
}

/** A `Retry-After` header (RFC 9110 section 10.2.3), seconds or a date, as milliseconds from now; null when unreadable. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
