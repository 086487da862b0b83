import type { BookState } from '@stackcheck/payment-x402/self';
import { buyByTheBook, type ClientParts, type Purchase } from '../actors/book-client';
import { TRICKS, type HostileParts } from '../actors/hostile-client';
import { checkAtEnd } from '../checks/at-the-end';
import type { Violation } from '../checks/invariants';
import { rowOf } from '../checks/ledger-rows';
import type { Random } from '../core/random';
import { simulateTimers } from '../core/simulated-timers';
import { SAFE_DEPTH } from '../model/chain';
import { WALLETS } from '../model/signatures';
import { PAY_TO } from '../model/terms';
import { askOnceMore } from './ask-once-more';
import type { Mutant } from './mutant';
import type { Plan } from './plan';
import type { SelfHarness } from './self-port';
import { BLOCKED_WALLET, Harness } from './harness';

/** What one schedule came to. */
export interface ScheduleResult {
  readonly name: string;
  readonly violations: readonly Violation[];
  readonly payments: number;
  /** Transfers to us that the chain has. */
  readonly transfers: number;
  /** Settled payments whose transfer was taken back for good. */
  readonly losses: number;
  readonly requests: number;
  readonly faults: number;
  readonly crashes: number;
  readonly simulatedMs: number;
  readonly events: number;
  readonly yieldPoints: number;
  readonly trail: readonly string[];
}

/** How a schedule is run. */
export interface RunOptions {
  readonly folder: string;
  readonly mutant?: Mutant;
  readonly keepsTrail?: boolean;
  /** Replaces the clients that chance would send. */
  readonly cast?: (harness: Harness, watch: Watch) => void;
}

/** Clients under way, and what they were up to. */
export interface Watch {
  readonly purchases: Purchase[];
  readonly selfMade: Set<string>;
  active: number;
  follow(work: Promise<void>): void;
}

/** After this much calm everything must be closed: window, two minutes, and a reconciler's round. */
const QUIET_MS_MAX = 200_000;
/** After a lost tail nothing but the end of sales is looked at. */
const AFTER_TAIL_MS = 30_000;
/** After so much calm a node has stored the settlements that it kept: a deadline, and two rounds of its reconciler. */
const LATE_STORED_MS = 15_000;
/** Whether all is quiet is asked no more often than this. */
const LOOK_MS = 1_000;

/** Runs one schedule from an empty ledger to its last check. */
export async function runSchedule(plan: Plan, random: Random, options: RunOptions): Promise<ScheduleResult> {
  const harness = new Harness(plan, random, options.folder, options.mutant, options.keepsTrail ?? false);
  const watch = newWatch(harness);
  const endTimers = simulateTimers(harness.scheduler);
  try {
    harness.host.boot();
    disturb(harness);
    (options.cast ?? chanceCast)(harness, watch);
    const { scheduler } = harness;
    const isOver = (): boolean => harness.checker.violations.length > 0;
    let nextLookMs = 0;
    const isDone = (): boolean => {
      if (isOver()) return true;
      if (watch.active > 0 || scheduler.nowMs < nextLookMs) return false;
      nextLookMs = scheduler.nowMs + LOOK_MS;
      return isQuiet(harness);
    };
    if (plan.nodes?.losesTail) {
      await scheduler.run(plan.calmAtMs + AFTER_TAIL_MS, () => isOver() || harness.ledgers.isOver?.() === true);
      return resultOf(harness);
    }
    await scheduler.run(plan.calmAtMs, isDone);
    harness.calm();
    await scheduler.run(scheduler.nowMs + QUIET_MS_MAX, isDone);
    if (!isOver() && plan.hasEvidence && hasUnseenPayment(harness))
      harness.checker.fail('I20', 'a refused payment is on the chain, and nobody noticed');
    if (!isOver()) await askOnceMore(harness, watch.selfMade);
    if (!isOver()) checkEnd(harness, watch);
    return resultOf(harness);
  } finally {
    harness.ledgers.close();
    endTimers();
  }
}

function resultOf({ plan, chain, checker, desk, wire, faults, host, scheduler, trail }: Harness): ScheduleResult {
  return {
    name: plan.name,
    violations: checker.violations,
    payments: desk.all.length,
    transfers: [...chain.deps.values()].filter(({ kind, to }) => kind === 'transfer' && to === PAY_TO).length,
    losses: checker.lossReports.size,
    requests: wire.requests,
    faults,
    crashes: host.crashes,
    simulatedMs: scheduler.nowMs,
    events: scheduler.happened,
    yieldPoints: host.points,
    trail: trail.lines,
  };
}

function newWatch(harness: Harness): Watch {
  return {
    purchases: [],
    selfMade: new Set(),
    active: 0,
    follow(work) {
      this.active++;
      work.then(
        () => this.active--,
        (error: unknown) => {
          this.active--;
          harness.checker.fail('internal', `a client failed: ${String(error)}`);
        },
      );
    },
  };
}

/** Reloads, holds and clock jumps of the plan. */
function disturb(harness: Harness): void {
  const { plan, scheduler, data, trail } = harness;
  for (const atMs of plan.swapsMs)
    scheduler.after(atMs, () => {
      data.snapshot++;
      trail.note(() => `snapshot ${data.snapshot}`);
    });
  for (const [atMs, forMs] of plan.holdsMs) {
    scheduler.after(atMs, () => void (data.hold = harness.isCalm ? null : 'paused'));
    scheduler.after(atMs + forMs, () => void (data.hold = null));
  }
  for (const [atMs, byMs] of plan.wallJumpsMs)
    scheduler.after(atMs, () => {
      if (harness.isCalm) return;
      harness.wallOffsetMs += byMs;
      trail.note(() => `the wall clock jumps by ${byMs} ms`);
    });
}

/** The clients of a random schedule. */
export function chanceCast(harness: Harness, watch: Watch): void {
  const { plan, random, scheduler, desk, wire, chain } = harness;
  const untilMs = plan.calmAtMs + 120_000;
  for (let i = 0; i < plan.books; i++) {
    const parts = clientParts(harness, random.between(-1, 1), untilMs);
    const habits = {
      wallet: WALLETS[i]!,
      address: `198.51.100.${i + 1}`,
      version: random.chance(0.15) ? (1 as const) : (2 as const),
      identifiers: random.pick(['none', 'each', 'each', 'one'] as const),
      isPatient: random.chance(0.5),
      overpays: random.chance(0.1),
    };
    const count = random.between(1, 2);
    watch.follow(
      (async () => {
        for (let k = 0; k < count; k++) {
          await scheduler.sleep(random.between(0, plan.calmAtMs / 3));
          await buyByTheBook(parts, habits, newPurchase(watch, `${i}x${k}`, random.between(1, 6)));
        }
      })(),
    );
  }
  plan.tricks.forEach((trick, index) => {
    const parts: HostileParts = {
      ...clientParts(harness, 0, untilMs),
      chain,
      desk,
      wire,
      wallet: WALLETS[4 + (index % 3)]!,
      blockedWallet: BLOCKED_WALLET,
      address: `203.0.113.${index + 1}`,
      selfMade: watch.selfMade,
    };
    watch.follow(
      (async () => {
        await scheduler.sleep(random.between(0, plan.calmAtMs / 2));
        await TRICKS[trick](parts);
      })(),
    );
  });
}

/** One purchase of a client by the book, entered in the list that I1 is checked against. */
export function newPurchase(watch: Watch, name: string, product: number): Purchase {
  const purchase: Purchase = { name, product, payments: [], isAnswered: false, exempt: null };
  watch.purchases.push(purchase);
  return purchase;
}

/** What every client of a schedule acts with. */
export function clientParts(harness: Harness, clockSkewSeconds: number, untilMs: number): ClientParts {
  const { scheduler, random, desk, wire } = harness;
  return { scheduler, random, desk, wire, nowSeconds: () => harness.nowSeconds + clockSkewSeconds, untilMs };
}

/** Nothing waits: rows are closed, and every block that will hold a transfer is safe. */
function isQuiet(harness: Harness): boolean {
  const { host, plan, serving } = harness;
  if (plan.nodes && harness.scheduler.nowMs < harness.calmedMs + LATE_STORED_MS) return false;
  if (host.lives.size < plan.processes || host.ending > 0 || serving > 0) return false;
  if (harness.self && isUnfinished(harness.self, plan)) return false;
  for (const use of harness.chain.deps.values()) if (use.height + SAFE_DEPTH + 3 > harness.chain.height) return false;
  if (harness.rows.has('open') && (harness.plan.hasEvidence || !harness.isCalm)) return false;
  return !harness.isCalm || !harness.plan.hasEvidence || !hasUnseenPayment(harness);
}

/** With blocks that may go what is in the book must be final, too. */
function isUnfinished({ wallet, book }: SelfHarness, { self }: Plan): boolean {
  const isToBeFinal = self?.losesBlocks === true;
  return wallet.isBusy || (isToBeFinal && [...book.rows.values()].some(({ state }) => !isFinal(state)));
}

function isFinal(state: BookState): boolean {
  return state === 'final' || state === 'foreign';
}

/** A payment that was refused and yet is on the chain is noticed when its window is over. */
function hasUnseenPayment({ chain, desk, rows }: Harness): boolean {
  if (!rows.has('refused')) return false;
  return desk.all.some(
    ({ fields: { from, nonce, value } }) =>
      chain.pays(from, nonce, PAY_TO, value) && rowOf(rows, from, nonce)?.state === 'refused',
  );
}

function checkEnd(harness: Harness, watch: Watch): void {
  checkAtEnd({
    checker: harness.checker,
    rows: harness.rows,
    chain: harness.chain,
    purchases: watch.purchases,
    hasEvidence: harness.plan.hasEvidence,
    liedAbout: harness.facilitator.liedAbout,
    selfMade: watch.selfMade,
    stolen: harness.stolen,
    nowSeconds: harness.nowSeconds,
  });
}
