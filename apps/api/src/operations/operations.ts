import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@stackcheck/contract';
import type { HostLease } from '@stackcheck/store-sqlite/payments';
import { watchClock } from './chain-clock';
import { every } from './every';
import type { OperationsParts } from './parts';

/** What is watched while the API runs. */
export interface OperationsUses extends OperationsParts {
  readonly dataDir: string;
  /** PAUSED of the configuration. */
  readonly paused: boolean;
  readonly clock: Clock;
  readonly measured: { lag(seconds: number): void; skew(seconds: number): void };
  readonly onError: (error: unknown, what: string) => void;
}

/** The running watchers. */
export interface Operations {
  stop(): Promise<void>;
}

/** While this file is in DATA_DIR, payments are paused; it needs no restart and outlives one. */
export const PAUSE_FILE = 'paused';

const LOOP_EVERY_MS = 1_000;
const DISK_EVERY_MS = 2_000;
const CLOCK_EVERY_MS = 60_000;
/** A third of the lease's life. */
const LEASE_EVERY_MS = 10_000;
/** While the ledger cannot be written, the lease is the write that tries. */
const LEDGER_TRY_MS = 1_000;

/**
 * Takes the ledger's lease, looks at everything once, then again and again.
 * @throws Error when another host takes payments with this ledger
 */
export async function startOperations(uses: OperationsUses): Promise<Operations> {
  if (uses.lease) takeLease(uses.lease, uses.clock);
  lookAtSwitch(uses);
  lookAtDisk(uses);
  await lookAtClock(uses);
  const { onError } = uses;
  const watchers = [
    every(
      LOOP_EVERY_MS,
      () => uses.measured.lag(uses.loop.look() / 1_000),
      (error) => onError(error, 'event loop watch'),
    ),
    every(
      DISK_EVERY_MS,
      () => {
        lookAtSwitch(uses);
        lookAtDisk(uses);
      },
      (error) => onError(error, 'disk watch'),
    ),
    every(
      CLOCK_EVERY_MS,
      () => lookAtClock(uses),
      (error) => onError(error, 'clock watch'),
    ),
    every(LEDGER_TRY_MS, leaseKeeper(uses), (error) => onError(error, 'ledger lease')),
  ];
  return {
    async stop() {
      for (const watcher of watchers) watcher.stop();
      await Promise.all(watchers.map((watcher) => watcher.idle()));
      uses.loop.stop();
    },
  };
}

function takeLease(lease: HostLease, clock: Clock): void {
  const outcome = lease.hold(clock.now());
  if (outcome.kind === 'held') return;
  throw new Error(
    `another host (${outcome.hostId}) takes payments with this payments.db, at least until ` +
      `${new Date(outcome.expiresAtMs).toISOString()}; one ledger belongs to one host at a time. Stop the API there, or ` +
      'wait until then if that host is gone',
  );
}

function lookAtSwitch({ paused, dataDir, pause }: OperationsUses): void {
  const byFile = existsSync(join(dataDir, PAUSE_FILE));
  const detail = paused ? 'PAUSED is true' : byFile ? 'DATA_DIR/paused exists' : 'switched on again';
  pause.report('switch', paused || byFile ? 'pause' : 'clear', detail);
}

function lookAtDisk({ disk, onError }: OperationsUses): void {
  try {
    disk.look();
  } catch (error) {
    // A ballast that cannot be laid is no reason not to start.
    onError(error, 'disk watch');
  }
}

async function lookAtClock({ chain, clock, pause, measured }: OperationsUses): Promise<void> {
  const skew = chain && (await watchClock(clock, chain, pause));
  if (typeof skew === 'number') measured.skew(skew);
}

function leaseKeeper({ lease, clock, pause, faults }: OperationsUses): () => Promise<void> {
  let heldMs = clock.monotonic();
  return async () => {
    const trying = pause.state().reasons.includes('ledger');
    if (!lease || faults.isBroken || (!trying && clock.monotonic() - heldMs < LEASE_EVERY_MS)) return;
    try {
      const outcome = await lease.renew(clock.now(), () => faults.isBroken);
      if (!outcome) return;
      if (outcome.kind === 'other_host') return faults.fail('another host took the ledger over');
      heldMs = clock.monotonic();
      faults.wrote();
    } catch (error) {
      faults.report(error);
      throw error;
    }
  };
}
