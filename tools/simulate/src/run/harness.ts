import type { Life } from '../core/life';
import type { Clock } from '@stackcheck/contract';
import {
  createChainEvidence,
  createPaymentGate,
  createReconciler,
  createRefusalLimit,
  LocalLocks,
  type GateDeps,
} from '@stackcheck/payment-x402';
import { LockServer } from '@stackcheck/payment-x402/in-flight';
import { SimServer, type ServedData, type SimRequest } from '../actors/server';
import { Wire } from '../actors/wire';
import { Checker } from '../checks/checker';
import { hasWatchedRows } from '../checks/ledger-rows';
import type { Reply } from '../core/connection';
import { Host } from '../core/host';
import type { Random } from '../core/random';
import { Scheduler } from '../core/scheduler';
import { Trail } from '../core/trail';
import { Chain } from '../model/chain';
import { Disk } from '../model/disk';
import { LedgerFaultModel } from '../model/ledger-faults';
import { otherNode } from '../model/other-node';
import { FacilitatorModel } from '../model/facilitator';
import { PaymentDesk, type SimPayment } from '../model/payments';
import { Signatures, useSignatures, WALLETS } from '../model/signatures';
import { DOMAIN, EPOCH_MS, PAY_TO, TERMS } from '../model/terms';
import { facilitatorPort } from './facilitator-port';
import { locksPort } from './locks-port';
import { switchingPort } from './switching-port';
import { ledgerPort } from './ledger-port';
import type { Mutant } from './mutant';
import type { Plan } from './plan';
import { refusalPort } from './refusal-port';
import { selfPort, selfWorld, type SelfWorld } from './self-port';
import { witnesses } from './witnesses';

export const BLOCKED_WALLET = WALLETS[WALLETS.length - 1]!;
const RECONCILE_MS = 5_000;

/** Everything of one schedule: the outside, the machine, and the real payment code running on it. */
export class Harness {
  readonly scheduler: Scheduler;
  readonly trail: Trail;
  readonly checker: Checker;
  readonly chain: Chain;
  readonly facilitator: FacilitatorModel;
  readonly disk: Disk;
  readonly host: Host;
  readonly wire: Wire;
  readonly desk: PaymentDesk;
  readonly data: ServedData = { snapshot: 1, hold: null };
  readonly wireHabits: { cutRate: number; lossRate: number };
  /** Requests with a computed answer, to ask once more at the end. */
  readonly computed: SimRequest[] = [];
  /** Payments whose answer went to somebody else than their payer. */
  readonly stolen = new Set<SimPayment>();
  faults = 0;
  wallOffsetMs = 0;
  isCalm = false;
  /** Absent where a facilitator settles. */
  readonly self: SelfWorld | undefined;
  private readonly servers = new Map<Life, SimServer>();
  private lockServer = new LockServer();

  constructor(
    readonly plan: Plan,
    readonly random: Random,
    folder: string,
    readonly mutant: Mutant | undefined,
    keepsTrail: boolean,
  ) {
    const nowMs = (): number => this.scheduler.nowMs;
    const onFault = (name: string): void => {
      this.faults++;
      this.trail.note(() => `fault: ${name}`);
    };
    this.scheduler = new Scheduler(random);
    this.trail = new Trail(keepsTrail, nowMs);
    const { trail } = this;
    const signatures = new Signatures(DOMAIN);
    useSignatures(signatures);
    this.desk = new PaymentDesk(signatures);
    this.disk = new Disk(folder, random, {
      synchronous: mutant?.synchronous ?? 'FULL',
      begin: mutant?.begin ?? 'immediate',
      hasOtherWriter: plan.hasOtherWriter,
      processes: plan.processes,
      hasThread: plan.thread !== null,
    });
    this.checker = new Checker({
      nowMs,
      trail,
      connection: () => this.disk.connection,
      isOpen: () => this.disk.isOpen,
      blocked: BLOCKED_WALLET.address.toLowerCase(),
      hasEvidence: plan.hasEvidence,
      givenAgainMs: plan.givenAgainMs,
    });
    this.chain = new Chain({
      random,
      trail,
      nowMs,
      genesisSeconds: EPOCH_MS / 1_000 + plan.chainSkewSeconds,
      reorgs: plan.reorgs,
    });
    this.facilitator = new FacilitatorModel({
      chain: this.chain,
      random,
      trail,
      signatures,
      nowSeconds: () => Math.floor((EPOCH_MS + nowMs()) / 1_000),
      payTo: PAY_TO,
      onFault,
      lies: plan.lies,
    });
    const { scheduler, chain } = this;
    this.self = selfWorld(plan, { random, trail, scheduler, chain, isCalm: () => this.isCalm });
    this.facilitator.script.push(...plan.settleScript);
    this.facilitator.faultRate = plan.settleFaultRate;
    this.facilitator.verifyFaultRate = plan.verifyFaultRate;
    this.wireHabits = { cutRate: plan.cutRate, lossRate: plan.lossRate };
    this.host = new Host({
      scheduler: this.scheduler,
      random,
      trail,
      crashPlan: { strikes: (point, name) => (this.isCalm ? null : plan.crashPlan.strikes(point, name)) },
      processes: plan.processes,
      onCrash: (stop) => {
        for (const life of this.servers.keys()) this.checker.ended(life);
        this.servers.clear();
        this.lockServer = new LockServer();
        this.disk.crash(stop);
        if (plan.self?.losesBook) this.self?.book.rows.clear();
        this.wire.reset(stop === 'power');
      },
      onEnd: (life) => {
        this.checker.ended(life);
        this.servers.delete(life);
        this.disk.end(life.bootId);
        this.wire.reset(false, life);
      },
      onBoot: (life) => this.start(life, onFault),
    });
    this.wire = new Wire({
      scheduler: this.scheduler,
      random,
      server: () => this.accepting(),
      habits: this.wireHabits,
      onFault,
    });
  }

  /** Seconds of true time. */
  get nowSeconds(): number {
    return Math.floor((EPOCH_MS + this.scheduler.nowMs) / 1_000);
  }

  /** Requests that the server works on, also for clients that hung up. */
  get serving(): number {
    return [...this.servers.values()].reduce((sum, { serving }) => sum + serving, 0);
  }

  /** From now on nothing goes wrong any more. */
  calm(): void {
    this.isCalm = true;
    this.facilitator.faultRate = 0;
    this.facilitator.verifyFaultRate = 0;
    this.wireHabits.cutRate = 0;
    this.wireHabits.lossRate = 0;
    this.data.hold = null;
    this.wallOffsetMs = 0;
    this.trail.note(() => 'calm: nothing goes wrong from here on');
  }

  /** Connections go to the processes in no order that a client knows. */
  private accepting(): SimServer | undefined {
    const servers = [...this.servers.values()];
    return servers.length > 1 ? this.random.pick(servers) : servers[0];
  }

  private start(life: Life, onFault: (name: string) => void): void {
    const { host, random, checker, chain, disk, plan, mutant, scheduler, trail } = this;
    const bootedMs = scheduler.nowMs;
    const clock: Clock = {
      now: () => EPOCH_MS + scheduler.nowMs + this.wallOffsetMs,
      monotonic: () => scheduler.nowMs - bootedMs,
    };
    const isCalm = (): boolean => this.isCalm;
    const uncertain = { host, life, random, scheduler, mutant, isCalm, onFault };
    const ledger = disk.boot(life.bootId, plan.thread ? switchingPort(plan.thread, uncertain) : undefined);
    checker.booted();
    const endpoints = witnesses({ plan, random, host, chain, life, isCalm, onFault });
    const base: GateDeps = {
      ledger: ledgerPort(ledger, {
        host,
        life,
        random,
        checker,
        chain,
        connection: () => disk.connection,
        faults: new LedgerFaultModel({
          name: `${plan.name} boot ${life.number}`,
          random,
          nowMs: () => scheduler.nowMs,
          rate: () => (this.isCalm ? 0 : plan.ledgerFaultRate),
          comeInSpells: plan.faultsComeInSpells,
        }),
        otherNode: plan.hasOtherNode ? otherNode(`${plan.name} boot ${life.number}`) : undefined,
        hasEvidence: plan.hasEvidence,
        onFault,
      }),
      facilitator: this.self
        ? selfPort({
            ...this.self,
            ...{ host, life, random, scheduler, trail, checker, chain, clock, mutant, onFault },
            errorRate: () => (this.isCalm ? 0 : plan.nodeErrorRate),
          })
        : facilitatorPort(this.facilitator, { host, life, checker, mutant }),
      terms: TERMS,
      clock,
      givenAgainMs: plan.givenAgainMs,
      refusals: refusalPort(createRefusalLimit({ clock }), checker, chain, this.desk, this.facilitator),
      locks:
        plan.processes > 1 ? locksPort(this.lockServer, { host, life, random, scheduler, mutant }) : new LocalLocks(),
      screening: { isBlocked: (address) => address === BLOCKED_WALLET.address.toLowerCase() },
      ...(plan.hasEvidence ? { evidence: (mutant?.evidence ?? createChainEvidence)(endpoints, clock) } : {}),
      log: (event) => {
        const line = JSON.stringify(event);
        checker.logged(line);
        trail.note(() => `log: ${line}`);
      },
    };
    const deps = mutant?.deps?.(base) ?? base;
    const gate = createPaymentGate(deps);
    const reconciler = createReconciler(deps);
    const server = new SimServer({
      host,
      life,
      gate: mutant?.gate?.(gate, deps) ?? gate,
      random,
      nowMs: () => scheduler.nowMs,
      data: this.data,
      slowReaders: plan.slowReaders,
      habits: mutant?.habits ?? {},
      witness: {
        presented: (request) => checker.presented(request),
        computed: (request) => {
          checker.computed(request);
          this.computed.push(request);
        },
        answered: (request, reply, tookMs) => this.answered(request, reply, tookMs, life),
        finished: (request) => checker.finished(request),
        unexpected: (error) => checker.fail('internal', error instanceof Error ? (error.stack ?? error.message) : '?'),
      },
    });
    this.servers.set(life, server);
    // The first process does what one is enough for.
    if (life.place === 0) void this.reconcile(life, mutant?.reconciler?.(reconciler, deps) ?? reconciler, deps.locks);
  }

  private answered(request: SimRequest, reply: Reply, tookMs: number, life: Life): void {
    this.trail.note(() => {
      const what =
        reply.kind === 'error' ? reply.code : `${reply.kind}${reply.kind === 'paid' && reply.replayed ? ' again' : ''}`;
      const payment = request.payment ? `payment ${request.payment.number}` : 'no payment';
      return `${request.client}: ${payment} for product ${request.product} gets ${what}`;
    });
    if (request.isStolen && reply.kind === 'paid') this.stolen.add(request.payment!);
    this.checker.answered(request, reply, tookMs, life);
  }

  /** At boot and every five seconds, as `apps/api/src/composition/start-api.ts` does; a run with nothing to do is skipped. */
  private async reconcile(
    life: Life,
    reconciler: { runOnce(): Promise<unknown> },
    locks: GateDeps['locks'],
  ): Promise<void> {
    for (;;) {
      if (hasWatchedRows(this.disk.connection) || (await locks.allLate()).length > 0) {
        try {
          await reconciler.runOnce();
        } catch (error) {
          this.trail.note(() => `reconciliation failed: ${String(error)}`);
        }
      }
      await this.host.call(life, 'timer', { beforeMs: RECONCILE_MS, afterMs: 0, work: () => undefined });
    }
  }
}
