import type { Life } from '../core/life';
import type { Clock } from '@stackcheck/contract';
import { createChainEvidence, createPaymentGate, createReconciler, createRefusalLimit } from '@stackcheck/payment-x402';
import type { GateDeps } from '@stackcheck/payment-x402/gate';
import { SimServer, type ServedData, type SimRequest } from '../actors/server';
import { Wire } from '../actors/wire';
import { Checker } from '../checks/checker';
import type { LedgerRows } from '../checks/ledger-rows';
import type { Reply } from '../core/connection';
import { Host } from '../core/host';
import type { Random } from '../core/random';
import { Scheduler } from '../core/scheduler';
import { Trail } from '../core/trail';
import { Chain } from '../model/chain';
import { FacilitatorModel } from '../model/facilitator';
import { PaymentDesk, type SimPayment } from '../model/payments';
import { Signatures, useSignatures, WALLETS } from '../model/signatures';
import { DOMAIN, EPOCH_MS, PAY_TO, TERMS } from '../model/terms';
import { facilitatorPort } from './facilitator-port';
import type { Ledgers, OpenedLedger } from './ledgers';
import type { Mutant } from './mutant';
import type { Plan } from './plan';
import { refusalPort } from './refusal-port';
import { selfPort, selfHarness, type SelfHarness } from './self-port';
import { witnesses } from './witnesses';
import { SqliteLedgers, type LedgerParts } from './sqlite-ledgers';
import { NodeLedgers } from '../nodes/node-ledgers';

export const BLOCKED_WALLET = WALLETS[WALLETS.length - 1]!;
const RECONCILE_MS = 5_000;

/** Everything of one schedule: the outside, the machine, and the real payment code running on it. */
export class Harness {
  readonly scheduler: Scheduler;
  readonly trail: Trail;
  readonly checker: Checker;
  readonly chain: Chain;
  readonly facilitator: FacilitatorModel;
  readonly ledgers: Ledgers;
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
  /** When that began. */
  calmedMs = -Infinity;
  /** Absent where a facilitator settles. */
  readonly self: SelfHarness | undefined;
  private readonly servers = new Map<Life, SimServer>();

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
    const parts: LedgerParts = {
      plan,
      mutant,
      random,
      scheduler: this.scheduler,
      trail,
      checker: () => this.checker,
      chain: () => this.chain,
      host: () => this.host,
      isCalm: () => this.isCalm,
      onFault,
    };
    this.ledgers = plan.nodes ? new NodeLedgers(plan.nodes, parts) : new SqliteLedgers(folder, parts);
    this.checker = new Checker({
      nowMs,
      trail,
      rows: () => this.rows,
      isOpen: () => this.ledgers.isOpen,
      nodes: plan.nodes ? plan.processes : 0,
      isExcused: (life, nonce) => this.ledgers.isExcused?.(life, nonce) ?? false,
      onSettle: (life) => this.ledgers.settleLeaves?.(life),
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
    this.self = selfHarness(plan, { random, trail, scheduler, chain, isCalm: () => this.isCalm });
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
      areApart: plan.nodes !== null,
      onCrash: (stop) => {
        for (const life of this.servers.keys()) this.checker.ended(life);
        this.servers.clear();
        this.ledgers.crash(stop);
        if (plan.self?.losesBook) this.self?.book.rows.clear();
        this.wire.reset(stop === 'power');
      },
      onEnd: (life) => {
        this.checker.ended(life);
        this.servers.delete(life);
        this.ledgers.end(life);
        this.wire.reset(false, life);
      },
      onBoot: (life) => this.start(life, onFault),
    });
    this.wire = new Wire({
      scheduler: this.scheduler,
      random,
      server: () => this.accepting(),
      habits: this.wireHabits,
      within: (life, step) => this.host.within(life, step),
      onFault,
    });
  }

  /** Seconds of true time. */
  get nowSeconds(): number {
    return Math.floor((EPOCH_MS + this.scheduler.nowMs) / 1_000);
  }

  /** The ledger's rows, past every port. */
  get rows(): LedgerRows {
    return this.ledgers.rows;
  }

  /** Requests that the server works on, also for clients that hung up. */
  get serving(): number {
    return [...this.servers.values()].reduce((sum, { serving }) => sum + serving, 0);
  }

  /** From now on nothing goes wrong any more. */
  calm(): void {
    this.isCalm = true;
    this.calmedMs = this.scheduler.nowMs;
    this.facilitator.faultRate = 0;
    this.facilitator.verifyFaultRate = 0;
    this.wireHabits.cutRate = 0;
    this.wireHabits.lossRate = 0;
    this.data.hold = null;
    this.wallOffsetMs = 0;
    this.ledgers.calm();
    this.trail.note(() => 'calm: nothing goes wrong from here on');
  }

  /** Connections go to the processes in no order that a client knows. */
  private accepting(): SimServer | undefined {
    const servers = [...this.servers.values()].filter(({ life }) => !life.isLeaving);
    return servers.length > 1 ? this.random.pick(servers) : servers[0];
  }

  private start(life: Life, onFault: (name: string) => void): void {
    const bootedMs = this.scheduler.nowMs;
    const opened = this.ledgers.open(life);
    if (!(opened instanceof Promise)) return this.serve(life, opened, bootedMs, onFault);
    opened.then(
      (ledger) => this.serve(life, ledger, bootedMs, onFault),
      () => this.host.giveUp(life),
    );
  }

  private serve(life: Life, opened: OpenedLedger, bootedMs: number, onFault: (name: string) => void): void {
    const { host, random, checker, chain, plan, mutant, scheduler, trail } = this;
    const clock: Clock = {
      now: () => EPOCH_MS + scheduler.nowMs + this.wallOffsetMs,
      monotonic: () => scheduler.nowMs - bootedMs - life.sleptMs,
    };
    checker.booted();
    const isCalm = (): boolean => this.isCalm;
    const endpoints = witnesses({ plan, random, host, chain, life, isCalm, onFault });
    const evidence = (mutant?.evidence ?? createChainEvidence)(endpoints, clock);
    const base: GateDeps = {
      ...opened,
      facilitator: this.self
        ? selfPort({
            ...this.self,
            ...{ host, life, random, scheduler, trail, checker, chain, clock, mutant, onFault, evidence },
            ledger: opened.ledger,
            errorRate: () => (this.isCalm ? 0 : plan.nodeErrorRate),
          })
        : facilitatorPort(this.facilitator, { host, life, checker, mutant }),
      terms: TERMS,
      clock,
      givenAgainMs: plan.givenAgainMs,
      refusals: refusalPort(createRefusalLimit({ clock }), checker, chain, this.desk, this.facilitator),
      screening: { isBlocked: (address) => address === BLOCKED_WALLET.address.toLowerCase() },
      ...(plan.hasEvidence ? { evidence } : {}),
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
    // The first process of a machine does what one is enough for; each node does it.
    if (life.place === 0 || plan.nodes)
      void this.reconcile(life, mutant?.reconciler?.(reconciler, deps) ?? reconciler, deps.locks);
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
      if (this.rows.has('watched') || (await locks.allLate()).length > 0) {
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
