import type { Clock } from '@stackcheck/contract';
import type { SelfEvent } from './self-deps';

/** What is said again with every look while it lasts. */
const LASTING: ReadonlySet<SelfEvent['event']> = new Set([
  'gas_node_failed',
  'transaction_book_failed',
  'failed_transfer_unreported',
  'transaction_stuck',
]);
const AGAIN_MS = 60_000;

/** The same log, which gets what lasts once a minute for each transaction. */
export function seldom(log: (event: SelfEvent) => void, clock: Pick<Clock, 'monotonic'>): (event: SelfEvent) => void {
  const saidMs = new Map<string, number>();
  return (event) => {
    if (LASTING.has(event.event)) {
      const nowMs = clock.monotonic();
      for (const [key, atMs] of saidMs) if (nowMs - atMs >= AGAIN_MS) saidMs.delete(key);
      const key = `${event.event} ${event.nonce ?? ''}`;
      if (saidMs.has(key)) return;
      saidMs.set(key, nowMs);
    }
    log(event);
  };
}
