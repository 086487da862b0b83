import { join } from 'node:path';
import { Scratch } from '../service/scratch';
import type { Choice } from './choice';
import { anyKillPlan } from './choices';
import { Crowd } from './crowd';
import { anyIoPlan, type IoPlan } from './io-plan';
import { startKillHarness, type KillHarness, type KillOptions, type PayMode } from './kill-harness';
import { KillableServer } from './killable-server';
import { missingTransactions, Reorganisations } from './reorganise';
import { judge } from './verdict';

/** What one chain, one facilitator and their server are put through. */
export interface LaneOptions {
  /** How many kills, or failed system calls, there are at least. */
  readonly kills: number;
  readonly by: 'kill' | 'io';
  /** After so long no more of them follow. */
  readonly enoughMs?: number;
  readonly choice: Choice;
  /** Whether the server may ask the chain. */
  readonly evidence: boolean;
  /** Buyers without an identifier hang up, too. */
  readonly impatient?: boolean;
  /** Several processes of one port serve; one process over a file when absent. */
  readonly workers?: KillOptions['workers'];
  /** Who settles; a facilitator when absent. */
  readonly mode?: PayMode;
  /** Of `self`: time between two reorganisations of the chain, at least. */
  readonly reorganiseMs?: number;
  /** Of `self`: blocks that must stand on a transfer; 1 when absent. */
  readonly confirmations?: number;
  readonly onKill?: (kills: number) => void;
}

/** What a lane saw. */
export interface LaneReport {
  /** Kills, or failed system calls. */
  readonly kills: number;
  readonly starts: number;
  /** The same by where they hit; `outside` = at any moment, by somebody else. */
  readonly byPoint: ReadonlyMap<string, number>;
  readonly purchases: number;
  readonly payments: number;
  readonly answers: number;
  readonly transfers: number;
  /** How often the chain was reorganised; only under a server that settles by itself. */
  readonly reorganisations: number;
  readonly inDoubt: number;
  /** The same by kind. */
  readonly doubts: ReadonlyMap<string, number>;
  readonly beyondHelp: number;
  /** What was wrong; empty when nothing was. */
  readonly faults: readonly string[];
}

const POINT_LIMIT_MS = 2_000;
/** More than a server takes that gives up: its patience with settlements under way, and its drain. */
const LAST_WORDS_MS = 20_000;
const QUIET_LIMIT_MS = 90_000;
const REORGANISE_MS = 10_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs buyers against a server that is killed again and again, lets everything come to rest, and judges. */
export async function runLane(options: LaneOptions): Promise<LaneReport> {
  const scratch = new Scratch();
  try {
    return await new Lane(options, await startKillHarness(options, scratch), scratch).run();
  } finally {
    await scratch.clear();
  }
}

class Lane {
  private readonly faults: string[] = [];
  private readonly byPoint = new Map<string, number>();
  private readonly crowd: Crowd;
  private url: string | undefined;
  private next: KillableServer;
  private kills = 0;
  private starts = 0;

  constructor(
    private readonly options: LaneOptions,
    private readonly harness: KillHarness,
    private readonly scratch: Scratch,
  ) {
    const { payers, facilitator } = harness;
    this.crowd = new Crowd({
      choice: options.choice,
      payers,
      facilitatorFaults: facilitator.faults,
      impatient: options.impatient ?? false,
      url: () => this.whereItListens(),
    });
    this.next = this.prepare();
  }

  async run(): Promise<LaneReport> {
    const { mode, choice, reorganiseMs = REORGANISE_MS } = this.options;
    const reorganisations = mode === 'self' ? new Reorganisations(this.harness.chain, choice, reorganiseMs) : undefined;
    try {
      this.crowd.start();
      const endMs = Date.now() + (this.options.enoughMs ?? Infinity);
      while (this.kills < this.options.kills && Date.now() < endMs) await this.oneLife();
      await reorganisations?.end();
      await this.settleDown();
    } finally {
      this.crowd.close();
    }
    const { purchases } = this.crowd;
    await this.harness.ledger.finish();
    const ledger = await this.harness.ledger.judged();
    const { faults, ...verdict } = await judge({
      ...this.harness,
      purchases,
      ledger,
      evidence: this.options.evidence,
    }).finally(() => ledger.close());
    const payments = purchases.flatMap((purchase) => purchase.payments);
    return {
      kills: this.kills,
      starts: this.starts,
      byPoint: this.byPoint,
      purchases: purchases.length,
      payments: payments.length,
      answers: this.crowd.answers,
      reorganisations: reorganisations?.count ?? 0,
      ...verdict,
      faults: [...this.crowd.faults, ...this.faults, ...this.harness.ledger.faults, ...faults],
    };
  }

  /** Starts the server that stands ready and sees it end, by its own point or from outside. */
  private async oneLife(): Promise<void> {
    const { choice } = this.options;
    const server = this.next;
    const url = server.start();
    this.next = this.prepare();
    this.starts++;
    const isOutside = 'point' in server.plan && server.plan.point === 'none';
    const started = await url;
    this.url = started;
    let isOver = false;
    let hadTime = false;
    let limit: NodeJS.Timeout | undefined;
    if (started !== undefined) {
      const end = (): void => {
        // A failed sync ends it; settlements that are under way get their time first.
        const isEnding = 'error' in server.plan && server.plan.error === 'EIO' && server.injected > 0 && !isOver;
        isOver = true;
        hadTime ||= isEnding;
        if (isEnding) limit = setTimeout(end, LAST_WORDS_MS);
        else server.signal('SIGKILL');
      };
      // A block takes its second, so what happens around one comes later in a life; and so does what a dead worker's successor does.
      const slower = this.options.mode === 'self' || this.options.workers ? 3 : 1;
      limit = setTimeout(end, slower * (isOutside ? choice.between(0, 400) : POINT_LIMIT_MS));
    }
    const code = await server.ended;
    clearTimeout(limit);
    this.url = undefined;
    if ('error' in server.plan) await this.countIo(server, server.plan, code, isOver && !hadTime);
    else {
      if (code !== 'SIGKILL')
        this.faults.push(
          `a server ended by itself (${code}) with ${JSON.stringify(server.plan)}: ${server.output.slice(-400)}`,
        );
      this.count(isOver ? 'outside' : server.plan.point, 1);
      this.count(server.plan.point, server.workersKilled);
    }
    this.options.onKill?.(this.kills);
  }

  private async countIo(
    server: KillableServer,
    plan: IoPlan,
    code: number | NodeJS.Signals,
    wasStopped: boolean,
  ): Promise<void> {
    // strace may be a moment behind the server that it watched.
    await sleep(20);
    const injected = plan.error === 'SIGKILL' ? Number(code === 'SIGKILL' && !wasStopped) : server.injected;
    const name = `${plan.call} ${plan.error}`;
    if (injected > 0) this.count(name, injected);
    const mustGiveUp = plan.error === 'EIO' && injected > 0;
    // A call that failed at the moment of our own signal left it no time to give up.
    const expected = mustGiveUp ? (wasStopped ? [1, 'SIGKILL'] : [1]) : injected > 0 ? ['SIGKILL', 1] : ['SIGKILL'];
    if (!expected.includes(code))
      this.faults.push(`after ${injected} × ${name} (${plan.when}) a server ended with ${code}: ${server.output}`);
    await server.close();
  }

  private count(where: string, times: number): void {
    if (times > 0) this.byPoint.set(where, (this.byPoint.get(where) ?? 0) + times);
    this.kills += times;
  }

  /** A server that nobody kills, until nothing waits any more. */
  private async settleDown(): Promise<void> {
    await this.next.close();
    this.harness.facilitator.faults.clear();
    if (this.harness.node) this.harness.node.faultRate = 0;
    const server = this.scratch.keep(new KillableServer({ point: 'none', passage: 1 }, this.harness.env));
    this.starts++;
    this.url = await server.start();
    await this.crowd.finish();
    // What nobody asks for again is the reconciler's, which comes by every five seconds.
    const deadline = Date.now() + QUIET_LIMIT_MS;
    while ((await this.harness.ledger.open()) > 0 && Date.now() < deadline) await sleep(500);
    // What a reorganisation took out of the chain is put there again by itself.
    const { chain, dataDir } = this.harness;
    const missing = (): Promise<number> => missingTransactions(chain, join(dataDir, 'gas.db'));
    while ((await missing()) > 0 && Date.now() < deadline) await sleep(500);
    server.signal('SIGTERM');
    const code = await server.ended;
    if (code !== 0) this.faults.push(`the last server ended with ${code}: ${server.output.slice(-400)}`);
  }

  private async whereItListens(): Promise<string> {
    for (;;) {
      if (this.url !== undefined) return this.url;
      if (this.crowd.signal.aborted) throw new Error('it is over');
      await sleep(5);
    }
  }

  private prepare(): KillableServer {
    const { by, choice, workers, mode } = this.options;
    const plan = by === 'io' ? anyIoPlan(choice) : anyKillPlan(choice, mode, workers !== undefined);
    // How the ledger is written makes other moments to be killed in; what is left of one way is taken up by any other.
    const LEDGER_THREAD = this.options.choice.of(['busy', 'always', 'always', 'never']);
    return this.scratch.keep(new KillableServer(plan, { ...this.harness.env, LEDGER_THREAD }));
  }
}
