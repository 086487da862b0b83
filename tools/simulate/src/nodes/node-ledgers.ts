import type { InFlightLocks } from '@stackcheck/payment-x402/in-flight';
import { NODE_TIMES } from '@stackcheck/store-postgres';
import { openPaymentsOver, type ModelTables } from '@stackcheck/store-postgres/testing';
import type { LedgerRows } from '../checks/ledger-rows';
import type { Life } from '../core/life';
import { EPOCH_MS } from '../model/terms';
import { ledgerChecks } from '../run/ledger-checks';
import type { Ledgers, OpenedLedger } from '../run/ledgers';
import type { LedgerParts } from '../run/sqlite-ledgers';
import { NodeChecks } from './node-checks';
import { nodePort } from './node-port';
import { nodeRows } from './node-rows';
import type { Disturbance, NodesPlan } from './nodes-plan';
import { SharedDatabase } from './shared-database';

/** Between a failover and the look whether sales stopped: every node had its beats by then. */
const STOP_SEEN_MS = 20_000;
/** Between a settle call and the loss of the tail: its events are sealed by then, or not yet. */
const TAIL_GROWS_MS = [1_000, 5_000] as const;

/** Nodes on machines of their own over one PostgreSQL, with all that may happen to them. */
export class NodeLedgers implements Ledgers {
  readonly rows: LedgerRows;
  readonly checks: NodeChecks;
  readonly isOpen = true;
  private readonly database: SharedDatabase;
  private readonly tables: ModelTables;
  /** When the tail was lost, or will be. */
  private lostMs: number | undefined;
  /** Places of nodes that fall asleep with their next settle call, and for how long. */
  private readonly sleepers = new Map<number, number>();

  constructor(
    private readonly plan: NodesPlan,
    private readonly parts: LedgerParts,
  ) {
    const { scheduler, random, trail, checker, mutant, onFault } = parts;
    const { lossRate, lateRate, isOfTheLate, showsUnconfirmed, disturbances } = plan;
    this.checks = new NodeChecks({ checker, database: () => this.database, nowMs: () => scheduler.nowMs });
    this.database = new SharedDatabase({
      scheduler,
      random,
      trail,
      habits: { lossRate, lateRate, isOfTheLate, showsUnconfirmed },
      end: (life) => !parts.isCalm() && parts.host().giveUp(life),
      bug: mutant?.nodes,
      witness: this.checks,
      onFault,
    });
    this.tables = this.database.model.tables;
    this.rows = nodeRows(this.tables);
    for (const [atMs, disturbance] of disturbances)
      scheduler.after(atMs, () => {
        if (!parts.isCalm()) this.disturb(disturbance);
      });
  }

  async open(life: Life): Promise<OpenedLedger> {
    const { scheduler, random, mutant, plan } = this.parts;
    const [host, checker, chain] = [this.parts.host(), this.parts.checker(), this.parts.chain()];
    // One clock is a little off, as clocks are.
    const skewMs = (life.place - 1) * 300;
    const standing = {
      monotonicMs: () => scheduler.nowMs - life.sleptMs,
      wallMs: () => EPOCH_MS + scheduler.nowMs + skewMs,
    };
    const now = () => ({ monotonicMs: standing.monotonicMs(), wallMs: standing.wallMs() });
    const store = await openPaymentsOver(
      {
        bootId: life.bootId,
        place: `place-${life.place}`,
        now: mutant?.nodes?.now?.(now) ?? now,
        times: { ...NODE_TIMES, ...mutant?.nodes?.times },
      },
      this.database.connector(life),
      async () => undefined,
    );
    store.onFault(({ kind, detail }) => {
      if (kind !== 'fatal' || life.isLeaving) return;
      this.parts.trail.note(() => `boot ${life.number}: ${detail}`);
      life.isLeaving = true;
      host.abandon(life);
    });
    const checks = ledgerChecks(life, { checker, chain, rows: () => this.rows, hasEvidence: plan.hasEvidence });
    const inner = mutant?.nodes?.ledger?.(store.ledger) ?? store.ledger;
    const ledger = nodePort(inner, { host, life, random, checker, checks, nodeChecks: this.checks });
    return { ledger, locks: this.watched(store.locks, life) };
  }

  isExcused(life: Life, nonce: string): boolean {
    return this.checks.isExcused(life, nonce);
  }

  settleLeaves(life: Life): void {
    this.checks.settleLeaves(life);
    const { scheduler, random } = this.parts;
    const { losesTail } = this.plan;
    if (losesTail && this.lostMs === undefined && scheduler.nowMs > losesTail.fromMs) {
      this.lostMs = scheduler.nowMs + random.between(...TAIL_GROWS_MS);
      scheduler.after(this.lostMs - scheduler.nowMs, () => this.loseTail(losesTail.commits));
    }
    const forMs = this.sleepers.get(life.place);
    if (forMs === undefined || this.parts.isCalm()) return;
    this.sleepers.delete(life.place);
    this.freeze({ place: life.place, forMs, isWholeMachine: random.chance(0.5) });
  }

  isOver(): boolean {
    return this.lostMs !== undefined && this.parts.scheduler.nowMs > this.lostMs + STOP_SEEN_MS + TAIL_GROWS_MS[1];
  }

  end(life: Life): void {
    this.database.leave(life);
  }

  crash(): void {
    // Machines that are apart do not stop together.
  }

  calm(): void {
    this.database.calm();
    for (const life of this.parts.host().lives.values()) if (life.isFrozen) this.thaw(life, 0);
  }

  close(): void {
    // Nothing outlives the schedule.
  }

  private watched(locks: InFlightLocks, life: Life): InFlightLocks {
    return new Proxy(locks, {
      get: (target, name) => {
        if (name !== 'takeUp') {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        }
        const takeUp: InFlightLocks['takeUp'] = async (payment) => {
          const isTaken = await target.takeUp(payment);
          if (isTaken) this.checks.isReady(life, payment.key.nonce);
          return isTaken;
        };
        return takeUp;
      },
    });
  }

  private disturb(disturbance: Disturbance): void {
    const { onFault } = this.parts;
    onFault(disturbance.kind);
    switch (disturbance.kind) {
      case 'freeze':
        return this.freeze(disturbance);
      case 'freeze_at_settle':
        return void this.sleepers.set(disturbance.place, disturbance.forMs);
      case 'stall':
        return this.database.stall(disturbance.place, disturbance.forMs, disturbance.directions);
      case 'cut':
        return this.database.cut(disturbance.place);
      case 'standby_away':
        return this.database.loseStandby(disturbance.forMs);
      case 'kill':
        return this.database.kill(disturbance.downMs);
      case 'failover':
        return this.failOver(disturbance.awayMs, disturbance.downMs);
    }
  }

  private freeze({ place, forMs, isWholeMachine }: Omit<Extract<Disturbance, { kind: 'freeze' }>, 'kind'>): void {
    const { scheduler, trail } = this.parts;
    const life = this.parts.host().lives.get(place);
    if (!life || life.isFrozen) return;
    trail.note(() => `boot ${life.number} is frozen for ${forMs} ms${isWholeMachine ? ', with its clock' : ''}`);
    life.freeze();
    scheduler.after(forMs, () => this.thaw(life, isWholeMachine ? forMs : 0));
  }

  private thaw(life: Life, sleptMs: number): void {
    const { scheduler, trail } = this.parts;
    if (!life.isAlive || !life.isFrozen) return;
    trail.note(() => `boot ${life.number} is awake`);
    life.sleptMs += sleptMs;
    life.awokeMs = scheduler.nowMs;
    // In the order in which it would have happened.
    for (const [at, happen] of life.thaw().entries()) scheduler.after(at * 0.001, () => life.whenAwake(happen));
  }

  private failOver(awayMs: number, downMs: number): void {
    const { scheduler, checker } = this.parts;
    if (awayMs > 0) this.database.loseStandby(awayMs * 2);
    scheduler.after(awayMs, () => {
      if (this.parts.isCalm()) return;
      this.database.failOver(downMs, 0);
      // What was sent is still there, or its settlement may be charged twice.
      checker().booted();
    });
  }

  /** An asynchronous standby takes over, which the settings of this service forbid. */
  private loseTail(commits: number): void {
    const { scheduler, random, host } = this.parts;
    if (this.database.failOver(random.between(200, 3_000), commits) === 0) return;
    this.parts.checker().lookOnlyAt('I26');
    const losers = this.checks.losers(host().lives.values());
    scheduler.after(STOP_SEEN_MS, () => this.checks.expectStop(losers));
  }
}
