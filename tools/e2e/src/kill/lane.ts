import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { startTestChain, type TestChain } from '../chain/test-chain';
import type { Fault } from '../facilitator/faults';
import { startTestFacilitator, type TestFacilitator } from '../facilitator/test-facilitator';
import { BASE_URL } from '../service/paid-service';
import { publishSelection } from '../service/publish-selection';
import { Scratch } from '../service/scratch';
import { buy, comeBack, WrongAnswer, type BuyerUses, type Manner, type Purchase, type Question } from './buyer';
import type { Choice } from './choice';
import { FAIL_POINTS, type FailPoint } from './fail-points';
import { KillableServer, type KillPlan } from './killable-server';
import { judge } from './verdict';

/** What one chain, one facilitator and their server are put through. */
export interface LaneOptions {
  readonly kills: number;
  readonly choice: Choice;
  /** Whether the server may ask the chain. */
  readonly evidence: boolean;
  readonly onKill?: () => void;
}

/** What a lane saw. */
export interface LaneReport {
  readonly kills: number;
  readonly starts: number;
  /** Kills by where they hit; `outside` = at any moment, by somebody else. */
  readonly byPoint: ReadonlyMap<string, number>;
  readonly purchases: number;
  readonly payments: number;
  readonly answers: number;
  readonly transfers: number;
  /** What was wrong; empty when nothing was. */
  readonly faults: readonly string[];
}

const QUESTIONS: readonly Question[] = [
  { path: '/v1/eol/nodejs', price: '1000' },
  { path: '/v1/eol/python/3.12', price: '1000' },
  { path: '/v1/eol/image?image=node:20-bookworm-slim', price: '5000' },
  { path: '/v1/eol/check', price: '10000', body: '{"items":[{"product":"nodejs","version":"20.11.1"}]}' },
  { path: '/v1/eol/snapshot', price: '50000' },
];
/** Hanging ones are rare: each takes the server's whole patience. */
const SETTLE_FAULTS: readonly Fault[] = [
  ...(['undone_cut', 'undone_error', 'done_cut', 'done_error', 'done_garbage', 'pending'] as const),
  ...(['undone_cut', 'done_cut', 'undone_refused', 'done_hang'] as const),
];
const VERIFY_FAULTS: readonly Fault[] = ['undone_cut', 'undone_error', 'done_cut', 'done_garbage'];
/** Points that every paid call passes; others are rare in one life of the server. */
const OF_EVERY_CALL = /^(find|verify|W1|settle|W2|send|delivered)\./;
const BUYERS = 10;
const PAYERS = 8;
const POINT_LIMIT_MS = 2_000;
const QUIET_LIMIT_MS = 90_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs buyers against a server that is killed again and again, lets everything come to rest, and judges. */
export async function runLane(options: LaneOptions): Promise<LaneReport> {
  const scratch = new Scratch();
  try {
    return await new Lane(options, await startWorld(options, scratch), scratch).run();
  } finally {
    await scratch.clear();
  }
}

interface World {
  readonly chain: TestChain;
  readonly facilitator: TestFacilitator;
  readonly payers: readonly PrivateKeyAccount[];
  readonly payTo: Address;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Settle calls that arrived before their intent was written. */
  readonly tooEarly: string[];
}

async function startWorld({ evidence }: LaneOptions, scratch: Scratch): Promise<World> {
  const chain = scratch.keep(await startTestChain());
  const dataDir = scratch.folder();
  await publishSelection(dataDir);
  const tooEarly: string[] = [];
  const facilitator = scratch.keep(
    await startTestFacilitator(chain, (call, { paymentPayload }) => {
      if (call !== 'settle') return;
      const { nonce } = (paymentPayload as { payload: { authorization: { nonce: string } } }).payload.authorization;
      if (!isWritten(dataDir, nonce.toLowerCase())) tooEarly.push(`settle was called before W1 of ${nonce}`);
    }),
  );
  const payTo = (await chain.newPayer()).address;
  const payers: PrivateKeyAccount[] = [];
  while (payers.length < PAYERS) payers.push(await chain.newPayer(10_000_000_000n));
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_BASE_URL: BASE_URL,
    PAYMENTS_MODE: 'facilitator',
    NETWORK: 'eip155:8453',
    FACILITATOR_URL: facilitator.url,
    PAY_TO: payTo,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    // Loops lag on a machine that does nothing but start processes; shedding is proven elsewhere.
    EVENT_LOOP_LAG_MAX_MS: '0',
    ...(evidence ? { RPC_URL: chain.rpcUrl } : {}),
  };
  return { chain, facilitator, payers, payTo, dataDir, env, tooEarly };
}

/**
 * Looks for the nonce in the bytes of the files. A connection would do more than look: while one is open, a killed server's
 * log is not recovered but taken over.
 */
function isWritten(dataDir: string, nonce: string): boolean {
  return ['payments.db-wal', 'payments.db'].some((file) => readFileSync(join(dataDir, file)).includes(nonce));
}

class Lane {
  private readonly purchases: Purchase[] = [];
  private readonly faults: string[] = [];
  private readonly byPoint = new Map<string, number>();
  private readonly stopping = new AbortController();
  private url: string | undefined;
  private next: KillableServer;
  private kills = 0;
  private starts = 0;
  private selling = true;

  constructor(
    private readonly options: LaneOptions,
    private readonly world: World,
    private readonly scratch: Scratch,
  ) {
    this.next = this.prepare();
  }

  async run(): Promise<LaneReport> {
    const blocks = setInterval(() => void this.world.chain.control.mine({ blocks: 1 }).catch(() => undefined), 1_000);
    try {
      const buyers = Array.from({ length: BUYERS }, () => this.keepBuying());
      while (this.kills < this.options.kills) await this.oneLife();
      this.selling = false;
      await this.settleDown(buyers);
    } finally {
      clearInterval(blocks);
      this.stopping.abort();
    }
    const { faults, transfers } = await judge({ ...this.world, purchases: this.purchases });
    const payments = this.purchases.flatMap((purchase) => purchase.payments);
    return {
      kills: this.kills,
      starts: this.starts,
      byPoint: this.byPoint,
      purchases: this.purchases.length,
      payments: payments.length,
      answers: payments.reduce((sum, { answers }) => sum + answers.length, 0),
      transfers,
      faults: [...this.faults, ...this.world.tooEarly, ...faults],
    };
  }

  /** Starts the server that stands ready and sees it end, by its own point or from outside. */
  private async oneLife(): Promise<void> {
    const { choice } = this.options;
    const server = this.next;
    const url = server.start();
    this.next = this.prepare();
    this.starts++;
    const isOutside = server.plan.point === 'none';
    const started = await url;
    this.url = started;
    let isOver = false;
    let limit: NodeJS.Timeout | undefined;
    if (started !== undefined) {
      const end = (): void => {
        isOver = true;
        server.signal('SIGKILL');
      };
      limit = setTimeout(end, isOutside ? choice.between(0, 400) : POINT_LIMIT_MS);
    }
    const code = await server.ended;
    clearTimeout(limit);
    this.url = undefined;
    if (code !== 'SIGKILL') this.faults.push(`a server ended by itself (${code}): ${server.output.slice(-400)}`);
    const where = isOver ? 'outside' : server.plan.point;
    this.byPoint.set(where, (this.byPoint.get(where) ?? 0) + 1);
    this.kills++;
    this.options.onKill?.();
  }

  /** A server that nobody kills, until nothing waits any more. */
  private async settleDown(buyers: readonly Promise<void>[]): Promise<void> {
    await this.next.close();
    this.world.facilitator.faults.clear();
    const server = this.scratch.keep(new KillableServer({ point: 'none', passage: 1 }, this.world.env));
    this.starts++;
    this.url = await server.start();
    const late = setTimeout(() => this.stopping.abort(), QUIET_LIMIT_MS);
    await Promise.all(buyers);
    for (const purchase of this.purchases.filter(({ outcome }) => outcome === 'left'))
      await comeBack(purchase, this.usesOf(this.world.payers[0]!));
    clearTimeout(late);
    // The last run of the reconciler belongs to the drain.
    await sleep(200);
    server.signal('SIGTERM');
    const code = await server.ended;
    if (code !== 0) this.faults.push(`the last server ended with ${code}: ${server.output.slice(-400)}`);
  }

  private async keepBuying(): Promise<void> {
    const { choice } = this.options;
    while (this.selling && !this.stopping.signal.aborted) {
      const manner = mannerOf(choice);
      const purchase: Purchase = { question: choice.of(QUESTIONS), payments: [], outcome: 'open', met: [] };
      this.purchases.push(purchase);
      if (choice.chance(0.2)) this.world.facilitator.faults.add('settle', choice.of(SETTLE_FAULTS));
      if (choice.chance(0.05)) this.world.facilitator.faults.add('verify', choice.of(VERIFY_FAULTS));
      try {
        await buy(purchase, manner, this.usesOf(choice.of(this.world.payers)));
      } catch (error) {
        const what = error instanceof WrongAnswer ? error.message : String(error);
        this.faults.push(`${what} (${JSON.stringify(manner)}: ${purchase.met.join(', ')})`);
      }
    }
  }

  private usesOf(payer: PrivateKeyAccount): BuyerUses {
    return { payer, choice: this.options.choice, signal: this.stopping.signal, url: () => this.whereItListens() };
  }

  private async whereItListens(): Promise<string> {
    for (;;) {
      if (this.url !== undefined) return this.url;
      if (this.stopping.signal.aborted) throw new Error('it is over');
      await sleep(5);
    }
  }

  private prepare(): KillableServer {
    const { choice } = this.options;
    const isOutside = choice.chance(0.2);
    const plan: KillPlan = isOutside ? { point: 'none', passage: 1 } : this.pointOf(choice.of(FAIL_POINTS));
    return this.scratch.keep(new KillableServer(plan, this.world.env));
  }

  private pointOf(point: FailPoint): KillPlan {
    return { point, passage: OF_EVERY_CALL.test(point) ? this.options.choice.between(1, 4) : 1 };
  }
}

function mannerOf(choice: Choice): Manner {
  const version = choice.chance(0.3) ? 1 : 2;
  const identified = version === 2 && choice.chance(0.6);
  return {
    version,
    identified,
    doubled: choice.chance(0.15),
    // Without an identifier, what was sent to a buyer who no longer listens is his loss.
    ...(identified && choice.chance(0.2) ? { cutMs: choice.between(5, 150) } : {}),
    leaves: choice.chance(0.08),
    asksAgain: choice.chance(0.3),
  };
}
