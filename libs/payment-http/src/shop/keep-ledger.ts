import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@stackcheck/contract';
import type { PaymentStore } from '@stackcheck/payment-x402';
import { every } from '../repeat/every';
import { ShopError } from './shop-options';

/** A ledger that is held for this host while the shop is open. */
export interface KeptLedger {
  /** It cannot be written just now, or never again. */
  readonly isPaused: boolean;
  /** Never again in this process. */
  readonly isOver: boolean;
  /** Resolves with the reason when it is over. */
  readonly failed: Promise<string>;
  /** Waits for payments that are worked on, gives the ledger up and closes it. */
  close(payments: () => number): Promise<void>;
}

/** A third of the lease's life. */
const RENEW_MS = 10_000;
/** While the ledger cannot be written, the lease is the write that tries. */
const TRY_MS = 1_000;
const DRAIN_MS = 22_000;
const LOOK_MS = 25;

/**
 * Takes the ledger for this process and keeps it: two that sell with one file would not see what the other is settling.
 * @throws ShopError `ledger_in_use`; the store is closed then
 */
export async function keepLedger(
  store: PaymentStore,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<KeptLedger> {
  let isPaused = false;
  let isOver = false;
  let heldMs = clock.monotonic();
  let fail!: (why: string) => void;
  const failed = new Promise<string>((resolve) => (fail = resolve));
  store.onFault(({ kind, detail }) => {
    isPaused = true;
    if (kind !== 'fatal' || isOver) return;
    isOver = true;
    fail(detail);
  });
  await take(store, clock);
  const renewing = every(
    TRY_MS,
    async () => {
      if (isOver || (!isPaused && clock.monotonic() - heldMs < RENEW_MS)) return;
      const outcome = await store.lease.renew(clock.now(), () => isOver);
      if (outcome?.kind === 'other_host') return store.distrust('another host took the ledger over');
      if (!outcome) return;
      heldMs = clock.monotonic();
      isPaused = isOver;
    },
    onError,
  );
  void store.integrity().then((check) => {
    if (check.kind === 'damaged') store.distrust(`the payment ledger is damaged: ${check.detail}`);
    else if (check.kind === 'unchecked') onError(new Error(check.reason));
  });
  return {
    get isPaused() {
      return isPaused;
    },
    get isOver() {
      return isOver;
    },
    failed,
    async close(payments) {
      const endMs = clock.monotonic() + DRAIN_MS;
      while (payments() > 0 && clock.monotonic() < endMs) await sleep(LOOK_MS);
      renewing.stop();
      await renewing.idle();
      if (!isOver) await store.lease.release();
      await store.close();
    },
  };
}

async function take(store: PaymentStore, clock: Clock): Promise<void> {
  const outcome = await store.lease.hold(clock.now()).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  if (outcome.kind === 'held') return;
  await store.close();
  if (outcome.movedTo !== undefined)
    throw new ShopError('ledger_in_use', `this ledger was moved to ${outcome.movedTo}: nobody sells with it any more`);
  if (outcome.isThisHost)
    throw new ShopError('ledger_in_use', 'another process of this machine sells with this ledger: stop it first');
  const until = new Date(outcome.expiresAtMs).toISOString();
  throw new ShopError('ledger_in_use', `another host sells with this ledger, at least until ${until}`);
}
