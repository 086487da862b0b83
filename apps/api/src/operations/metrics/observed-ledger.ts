import { systemClock } from '@stackcheck/contract';
import type { PaymentStore } from '@stackcheck/payment-x402';
import type { Metrics } from './metrics';

type Ledger = PaymentStore['ledger'];

/** What a payment waits for; `delivered` is written with some later commit, and nobody waits for it. */
const WRITES = ['claim', 'claimAsUnknown', 'claimSettled', 'settled', 'refused', 'unknown', 'released'] as const;

/** The same ledger, each durable write of which is timed: from the call until it is known to be on disk. */
export function observedLedger(ledger: Ledger, metrics: Pick<Metrics, 'wrote'>): Ledger {
  const timed = Object.fromEntries(
    WRITES.map((write) => {
      const act = ledger[write].bind(ledger) as (...given: readonly unknown[]) => Promise<unknown>;
      return [write, (...given: readonly unknown[]) => timedWrite(metrics, write, () => act(...given))];
    }),
  );
  return new Proxy(ledger, {
    get(target, name) {
      if (typeof name === 'string' && name in timed) return timed[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
    },
  });
}

async function timedWrite<T>(metrics: Pick<Metrics, 'wrote'>, write: string, act: () => Promise<T>): Promise<T> {
  const startedMs = systemClock.monotonic();
  let outcome: 'ok' | 'fault' = 'fault';
  try {
    const result = await act();
    outcome = 'ok';
    return result;
  } finally {
    metrics.wrote(write, outcome, (systemClock.monotonic() - startedMs) / 1_000);
  }
}
