import type { CallResult } from './results';

const KEPT_MAX = 20;
const KEPT_MS = 3_600_000;

/**
 * Answers that were paid for and that nobody took, since their call was cancelled meanwhile: the same call gets them within the hour, so that
 * it is not paid twice.
 */
export class Undelivered {
  private readonly kept = new Map<string, { readonly result: CallResult; readonly untilMs: number }>();

  keep(request: unknown, result: CallResult, nowMs: number): void {
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= KEPT_MAX) this.kept.delete(oldest);
    this.kept.set(JSON.stringify(request), { result, untilMs: nowMs + KEPT_MS });
  }

  /** The answer to a request, which is not kept any longer. */
  take(request: unknown, nowMs: number): CallResult | undefined {
    const key = JSON.stringify(request);
    const found = this.kept.get(key);
    this.kept.delete(key);
    return found && nowMs < found.untilMs ? found.result : undefined;
  }
}
