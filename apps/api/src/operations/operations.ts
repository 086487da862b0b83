import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@stackcheck/contract';
import { every } from '@stackcheck/payment-http/repeat';
import type { HostLease } from '@stackcheck/payment-x402/store';
import { ClockWatch, MOVED_AFTER_MS, reportSkew, type ClockLook } from './clock-watch';
import type { HealthComponents } from './health-components';

/** What is watched while the API runs. */
export interface OperationsDeps extends HealthComponents {
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
 * @throws Error when another process takes payments with this ledger, here or on another host
 */
export async function startOperations(deps: OperationsDeps): Promise<Operations> {
  if (deps.lease) await takeLease(deps.lease, deps.clock);
  lookAtSwitch(deps);
  lookAtDisk(deps);
  lookAtLedgerClock(deps);
  const { onError } = deps;
  const lookAtClock = clockLooker(deps);
  // An old head at start may be our clock or theirs, and nothing is sold before that is known.
  if ((await lookAtClock()) === 'undecided') {
    await sleep(MOVED_AFTER_MS);
    await lookAtClock();
  }
  const watchers = [
    every(
      LOOP_EVERY_MS,
      () => {
        deps.measured.lag(deps.loop.look() / 1_000);
        deps.admissions.look(deps.clock.monotonic());
      },
      (error) => onError(error, 'event loop watch'),
    ),
    every(
      DISK_EVERY_MS,
      () => {
        lookAtSwitch(deps);
        lookAtDisk(deps);
        lookAtLedgerClock(deps);
      },
      (error) => onError(error, 'disk watch'),
    ),
    every(
      CLOCK_EVERY_MS,
      async () => void (await lookAtClock()),
      (error) => onError(error, 'clock watch'),
    ),
    every(LEDGER_TRY_MS, leaseKeeper(deps), (error) => onError(error, 'ledger lease')),
  ];
  return {
    async stop() {
      for (const watcher of watchers) watcher.stop();
      await Promise.all(watchers.map((watcher) => watcher.idle()));
      deps.loop.stop();
    },
  };
}

async function takeLease(lease: HostLease, clock: Clock): Promise<void> {
  const outcome = await lease.hold(clock.now());
  if (outcome.kind === 'held') return;
  if (outcome.movedTo !== undefined)
    throw new Error(
      `this payments.db was moved to ${outcome.movedTo} by \`payments migrate\`: set LEDGER_URL to it, or DATA_DIR to a folder ` +
        'with the file that it is in now',
    );
  if (outcome.isThisHost)
    throw new Error(
      'another process of this machine takes payments with this payments.db, in a container perhaps: stop it first, or give this one another ' +
        'DATA_DIR. Several processes share payments over LEDGER_URL (docs/nodes.md)',
    );
  throw new Error(
    `another host (${outcome.hostId}) takes payments with this payments.db, at least until ` +
      `${new Date(outcome.expiresAtMs).toISOString()}; one ledger belongs to one host at a time. Stop the API there, or ` +
      'wait until then if that host is gone',
  );
}

function lookAtSwitch({ paused, dataDir, pausedBy, pause }: OperationsDeps): void {
  const byFile = existsSync(join(dataDir, PAUSE_FILE));
  const byAll = pausedBy?.();
  const why = [
    ...(paused ? ['PAUSED is true'] : []),
    ...(byFile ? ['DATA_DIR/paused exists'] : []),
    ...(byAll === undefined ? [] : [`payments pause: ${byAll}`]),
  ];
  pause.report('switch', why.length > 0 ? 'pause' : 'clear', why[0] ?? 'switched on again');
}

function lookAtDisk({ disk, onError }: OperationsDeps): void {
  try {
    disk.look();
  } catch (error) {
    // Reserved space that cannot be written is no reason not to start.
    onError(error, 'disk watch');
  }
}

/** Without a chain to ask: of several nodes one with a wrong clock would refuse what the others take. */
function lookAtLedgerClock({ chain, ledgerClock, pause, measured }: OperationsDeps): void {
  const aheadMs = ledgerClock?.();
  if (chain || aheadMs === undefined) return;
  measured.skew(aheadMs / 1_000);
  reportSkew(pause, aheadMs / 1_000, 'the database');
}

function clockLooker({ chain, clock, pause, measured }: OperationsDeps): () => Promise<ClockLook['kind']> {
  const watch = chain && new ClockWatch(clock, chain, pause);
  return async () => {
    const look: ClockLook = watch ? await watch.look() : { kind: 'unknown' };
    if (look.kind === 'known') measured.skew(look.skewSeconds);
    return look.kind;
  };
}

function leaseKeeper({ lease, clock, pause, faults }: OperationsDeps): () => Promise<void> {
  let heldMs = clock.monotonic();
  return async () => {
    const trying = pause.state().reasons.includes('ledger');
    if (!lease || faults.isBroken || (!trying && clock.monotonic() - heldMs < LEASE_EVERY_MS)) return;
    const outcome = await lease.renew(clock.now(), () => faults.isBroken);
    if (!outcome) return;
    if (outcome.kind === 'other_host') return faults.fail('another host took the ledger over');
    heldMs = clock.monotonic();
    faults.wrote();
  };
}
