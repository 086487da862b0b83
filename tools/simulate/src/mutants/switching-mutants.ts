// Before the ledger, which keeps what it finds.
import '../model/deterministic-zlib';
import '../model/recycled-connections';
import type { OpenPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { SwitchingLedger, type ThreadedLedger } from '@stackcheck/store-sqlite/testing';
import type { Mutant } from '../run/mutant';

/** Of a ledger that is written by the event loop and a thread. */
export const SWITCHING_MUTANTS: readonly Mutant[] = [
  {
    name: 'switches-undrained',
    bug: 'The thread is asked while deliveries still wait on the event loop.',
    breaks: ['I21'],
    seen: 'ci/629',
    handover: (here, threaded, limits) => new SwitchingLedger(hasty(here), threaded, limits),
  },
  {
    name: 'returns-too-soon',
    bug: 'The event loop writes again while the thread still has calls under way.',
    breaks: ['I21'],
    seen: 'ci/779',
    handover: (here, threaded, limits) => new SwitchingLedger(here, forgetful(threaded), limits),
  },
];

/** A ledger whose deliveries resolve at once, before they are written. */
function hasty(ledger: OpenPaymentLedger): OpenPaymentLedger {
  return changed(ledger, { delivered: async (id, nowMs) => void ledger.delivered(id, nowMs) });
}

/** A thread that reports no calls under way. */
function forgetful(thread: ThreadedLedger): ThreadedLedger {
  return changed(thread, { underWay: 0 });
}

function changed<T extends object>(target: T, change: Partial<T>): T {
  return new Proxy(target, {
    get(itself, name) {
      const value: unknown = Reflect.get(name in change ? change : itself, name);
      return typeof value === 'function' && !(name in change) ? (value.bind(itself) as unknown) : value;
    },
  });
}
