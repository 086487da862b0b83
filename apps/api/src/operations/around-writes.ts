import { systemClock } from '@stackcheck/contract';
import type { PaymentStore } from '@stackcheck/payment-x402';
import type { Metrics } from './metrics/metrics';
import type { Tracing } from './tracing/tracing';

type Ledger = PaymentStore['ledger'];

/** What a payment waits for; `delivered` is written with some later commit, and no answer waits for it. */
const WRITES = ['claim', 'claimAsUnknown', 'claimSettled', 'settled', 'refused', 'unknown', 'released'] as const;

type Write = (typeof WRITES)[number];

/** The same ledger, each durable write of which is timed and traced as far as metrics and traces are wanted. */
export function aroundWrites(
  ledger: Ledger,
  {
    metrics,
    tracing,
  }: { readonly metrics: Pick<Metrics, 'wrote' | 'mayFail'> | undefined; readonly tracing: Tracing | undefined },
): Ledger {
  for (const write of WRITES) metrics?.mayFail(write);
  const timed = metrics ? wrapped(ledger, (write, act) => timedWrite(metrics, write, act)) : ledger;
  return tracing ? wrapped(timed, (write, act) => tracing.step(stepOf(write), act)) : timed;
}

/** W1 and W2 by the names of the documents. */
function stepOf(write: Write): {
  readonly name: `stackcheck.${string}`;
  readonly facts: Record<'stackcheck.write', string>;
} {
  const step = write.startsWith('claim') ? 'intent' : 'settlement';
  return { name: `stackcheck.${step}`, facts: { 'stackcheck.write': write } };
}

function wrapped(ledger: Ledger, around: (write: Write, act: () => Promise<unknown>) => Promise<unknown>): Ledger {
  const writes = Object.fromEntries(
    WRITES.map((write) => {
      const act = ledger[write].bind(ledger) as (...given: readonly unknown[]) => Promise<unknown>;
      return [write, (...given: readonly unknown[]) => around(write, () => act(...given))];
    }),
  );
  return new Proxy(ledger, {
    get(target, name) {
      if (typeof name === 'string' && name in writes) return writes[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** From the call until it is known to be on disk. */
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
