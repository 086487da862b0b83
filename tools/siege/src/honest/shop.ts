import type { Reply } from './ask';
import type { PaidCalls } from './paid-calls';

/** A paid call as its buyer saw it. */
export interface Call {
  /** From the moment when it was due to the end of its answer. */
  readonly tookMs: number;
  /** Whether the answer came. */
  readonly isGood: boolean;
  /** The status, or why there was none. */
  readonly outcome: string;
}

/** Makes calls at a steady rate, whether the ones before are answered or not, and waits for all of them. */
export async function shop(calls: PaidCalls, seconds: number, perSecond: number): Promise<readonly Call[]> {
  const count = Math.max(1, Math.round(seconds * perSecond));
  calls.prepare(count);
  const startedAt = performance.now();
  const made: Promise<Call>[] = [];
  for (let number = 0; number < count; number++) {
    const dueAt = startedAt + (number * 1_000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    made.push(calls.make().then((reply) => toCall(reply, performance.now() - dueAt)));
  }
  return Promise.all(made);
}

function toCall(reply: Reply, tookMs: number): Call {
  if (reply.kind === 'failed') return { tookMs, isGood: false, outcome: reply.reason };
  const { status, message } = reply;
  return { tookMs, isGood: status === 200, outcome: message === undefined ? String(status) : `${status} (${message})` };
}
