import { randomCrashes, type CrashPlan } from '../core/crash-plan';
import { Random } from '../core/random';
import type { Trick } from '../actors/hostile-client';
import { TRICKS } from '../actors/hostile-client';
import type { SettleMode } from '../model/facilitator';
import { nodesPlan, type NodesPlan } from '../nodes/nodes-plan';
import type { ThreadHabits } from '../model/ledger-thread';

/** Everything about a schedule that is decided before it begins. */
export interface Plan {
  readonly name: string;
  /** Processes that serve; more than one where they are nodes. */
  readonly processes: number;
  /** Those processes are nodes over one PostgreSQL; null where one process has a file to itself. */
  readonly nodes: NodesPlan | null;
  readonly hasEvidence: boolean;
  /** The service settles by itself; null: a facilitator settles. */
  readonly self: SelfHabits | null;
  readonly settleFaultRate: number;
  readonly verifyFaultRate: number;
  readonly nodeErrorRate: number;
  readonly nodeLags: readonly number[];
  /** Index of a node that knows blocks and not what is in them; null when both are sound. */
  readonly forgetfulNode: number | null;
  /** Another process writes to the ledger's file. */
  readonly hasOtherWriter: boolean;
  /** The ledger is handed over to a thread and back; null when the event loop alone writes it. */
  readonly thread: ThreadHabits | null;
  readonly ledgerFaultRate: number;
  /** A fault of the ledger is seldom alone: for a moment most of its calls fail. */
  readonly faultsComeInSpells: boolean;
  /** Another node works on the same payments and may have stored its own proof of a settlement first. */
  readonly hasOtherNode: boolean;
  readonly cutRate: number;
  readonly lossRate: number;
  readonly lies: boolean;
  readonly reorgs: boolean;
  readonly slowReaders: boolean;
  /** How long after its delivery an answer is given again without an identifier. */
  readonly givenAgainMs: number;
  readonly chainSkewSeconds: number;
  readonly wallJumpsMs: readonly (readonly [number, number])[];
  readonly swapsMs: readonly number[];
  readonly holdsMs: readonly (readonly [number, number])[];
  readonly books: number;
  readonly tricks: readonly Trick[];
  /** Settle calls that go this way before chance decides. */
  readonly settleScript: readonly SettleMode[];
  readonly crashPlan: CrashPlan;
  /** When everything stops going wrong. */
  readonly calmAtMs: number;
}

/** What a service that settles by itself has to live with. */
export interface SelfHabits {
  /** When blocks ask for more than usual, and how much. */
  readonly feeSpikesMs: readonly (readonly [from: number, until: number, wei: bigint])[];
  /** Each crash takes the book of the wallet with it. */
  readonly losesBook: boolean;
  /** Reorganisations take blocks with its transactions back for good. */
  readonly losesBlocks: boolean;
}

/** A plan by chance; the same seed, the same plan. */
export function randomPlan(seed: string): { readonly plan: Plan; readonly random: Random } {
  const random = new Random(seed);
  const { processes, nodes } = servingOf(seed);
  // Beats of nodes cost time.
  const calmAtMs = random.between(60, 300) * (nodes ? 400 : 1_000);
  const lies = random.chance(0.15);
  const thread = nodes ? null : threadOf(seed);
  const self = seed.startsWith(SELF_PREFIX) ? selfHabits(seed, calmAtMs) : null;
  const nodesOf = nodes ? nodesPlan(seed, processes, calmAtMs) : null;
  const plan: Plan = {
    self,
    name: seed,
    processes,
    nodes: nodesOf,
    hasEvidence: random.chance(0.8),
    settleFaultRate: random.pick([0, 0.2, 0.4, 0.7, 0.9]),
    verifyFaultRate: Math.max(nodesOf?.isOfTheLate ? 0.5 : 0, random.pick([0, 0, 0.1, 0.3])),
    nodeErrorRate: random.pick([0, 0.05, 0.3]),
    nodeLags: [random.between(0, 1), random.pick([0, 1, 3, 12])],
    forgetfulNode: random.chance(0.15) ? random.between(0, 1) : null,
    hasOtherWriter: random.chance(0.03) && !nodes,
    thread,
    ledgerFaultRate: random.pick([0, 0, 0.01, 0.05]) * (nodes ? 0 : 1),
    faultsComeInSpells: false,
    hasOtherNode: false,
    cutRate: Math.max(nodesOf?.isOfTheLate ? 0.3 : 0, random.pick([0, 0.05, 0.3])),
    lossRate: random.pick([0, 0, 0.05, 0.2]),
    lies,
    reorgs: random.chance(0.5),
    slowReaders: random.chance(0.4),
    givenAgainMs: 0,
    chainSkewSeconds: random.between(-3, 3),
    wallJumpsMs: many(random.pick([0, 0, 1, 2]), () => [
      random.between(0, calmAtMs),
      random.pick(lies ? SMALL_JUMPS_MS : [...SMALL_JUMPS_MS, -90_000, 90_000]),
    ]),
    swapsMs: many(random.between(0, 4), () => random.between(0, calmAtMs)),
    holdsMs: many(random.pick([0, 0, 0, 1]), () => [random.between(0, calmAtMs), random.between(1_000, 20_000)]),
    books: random.between(1, 3),
    tricks: [
      ...many(random.pick([0, 1, 1, 2]), () => random.pick(TRICK_NAMES)),
      ...(thread ? (['echoes'] as const) : []),
    ],
    settleScript: [],
    crashPlan: randomCrashes(random, random.pick([0, 0.005, 0.02, 0.05]), random.between(1, 3)),
    calmAtMs,
  };
  // By the service's own clock, so that it is no fixed time where that jumps. Out of chance of its own, as the thread.
  const givenAgainMs = plan.wallJumpsMs.length === 0 && new Random(`${seed} again`).chance(AGAIN_RATE) ? 2_000 : 0;
  const faultsComeInSpells = new Random(`${seed} spells`).chance(SPELL_RATE);
  // Where the chain can be asked, every node finds the same transaction, and one proof is as good as the other.
  const hasOtherNode =
    !nodes && !plan.hasEvidence && self === null && new Random(`${seed} other node`).chance(OTHER_NODE_RATE);
  // Who settles by himself always has a node to ask.
  const hasEvidence = plan.hasEvidence || self !== null;
  return { plan: { ...plan, hasEvidence, givenAgainMs, faultsComeInSpells, hasOtherNode }, random };
}

/** What names of schedules begin with whose service settles by itself. */
const SELF_PREFIX = 'self:';

/** The seed of schedules like these whose service settles by itself. */
export function selfSeed(seed: string): string {
  return `${SELF_PREFIX}${seed}`;
}

/** Out of chance of its own. Of fees, 1,000 is usual, 500,000 the most of a first attempt, a million the most of any. */
function selfHabits(name: string, calmAtMs: number): SelfHabits {
  const random = new Random(`${name} wallet`);
  const feeSpikesMs = many(random.pick([0, 0, 1, 3]), () => {
    const from = random.between(0, calmAtMs);
    return [from, from + random.between(4_000, 60_000), random.pick([3_000n, 300_000n, 2_000_000n])] as const;
  });
  const losesBook = random.chance(LOST_BOOK_RATE);
  // Who has no book any more does not know which blocks to look for.
  return { feeSpikesMs, losesBook, losesBlocks: !losesBook && random.chance(LOST_BLOCKS_RATE) };
}

/** How often a crash takes the book with it. */
const LOST_BOOK_RATE = 0.1;
/** Of the others, how often blocks are taken back. */
const LOST_BLOCKS_RATE = 0.4;

/** From so many to so many nodes over one PostgreSQL, in turn; null: one process over a file. */
export type NodeCounts = readonly [from: number, to: number] | null;

/** `<seed>/<index>`, with `n<number>` behind it where so many nodes serve. */
export function scheduleName(seed: string, index: number, nodes: NodeCounts): string {
  return `${seed}/${index}${nodes ? `n${nodes[0] + (index % (nodes[1] - nodes[0] + 1))}` : ''}`;
}

function servingOf(name: string): { readonly processes: number; readonly nodes: boolean } {
  const [, count] = /\/\d+n(\d+)$/.exec(name) ?? [];
  return { processes: Number(count ?? '1'), nodes: count !== undefined };
}

/** How often the faults of a ledger come in spells; without faults that changes nothing. */
const SPELL_RATE = 0.3;

/** How often another node works on the same payments, of the schedules without a chain to ask. */
const OTHER_NODE_RATE = 0.3;

/** How often a lost answer is given again for a time. */
const AGAIN_RATE = 0.2;

/** How often the ledger has a thread. */
const THREAD_RATE = 0.1;

/** Out of chance of its own: schedules without a thread are what they were before there was one. */
function threadOf(name: string): ThreadHabits | null {
  const random = new Random(`${name} thread`);
  if (!random.chance(THREAD_RATE)) return null;
  return {
    busyFrom: random.pick([0, 0, 1, 2]),
    quietMs: random.pick([0, 20, 100]),
    startMs: random.pick([0, 50, 5_000]),
    readyRate: random.pick([1, 0.7, 0.4]),
    endRate: random.pick([0, 0, 0.02]),
  };
}

/** A clock that is further off pauses sales; then a lying facilitator cannot be distinguished from an honest one. */
const SMALL_JUMPS_MS = [-2_000, -700, 700, 2_000];
/** Clients that ask again at once are drawn only for ledgers with a thread. */
const TRICK_NAMES = (Object.keys(TRICKS) as readonly Trick[]).filter((trick) => trick !== 'echoes');

function many<T>(count: number, make: () => T): readonly T[] {
  return Array.from({ length: count }, make);
}
