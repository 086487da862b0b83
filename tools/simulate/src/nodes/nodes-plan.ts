import { Random } from '../core/random';

/** Something that happens to a node, the network or the database. */
export type Disturbance =
  | { readonly kind: 'freeze'; readonly place: number; readonly forMs: number; readonly isWholeMachine: boolean }
  | {
      readonly kind: 'stall';
      readonly place: number;
      readonly forMs: number;
      readonly directions: readonly Direction[];
    }
  /** In the moment in which its next settle call leaves. */
  | { readonly kind: 'freeze_at_settle'; readonly place: number; readonly forMs: number }
  | { readonly kind: 'cut'; readonly place: number }
  | { readonly kind: 'standby_away'; readonly forMs: number }
  | { readonly kind: 'kill'; readonly downMs: number }
  /** After a time in which its standby did not answer. */
  | { readonly kind: 'failover'; readonly awayMs: number; readonly downMs: number };

export type Direction = 'toServer' | 'toNode';

/** What several nodes over one PostgreSQL meet in a schedule. */
export interface NodesPlan {
  readonly lossRate: number;
  readonly lateRate: number;
  /**
   * Claims are slow or late, and the node that sent a late one ends soon, while facilitators are away and connections of clients break: two
   * nodes come to different ends with one payment.
   */
  readonly isOfTheLate: boolean;
  readonly showsUnconfirmed: boolean;
  readonly disturbances: readonly (readonly [atMs: number, Disturbance])[];
  /** After a settle call from then on, a failover to a standby that did not confirm: so many acknowledged commits are gone. */
  readonly losesTail: { readonly fromMs: number; readonly commits: number } | null;
}

const DIRECTIONS: readonly (readonly Direction[])[] = [['toServer', 'toNode'], ['toServer'], ['toNode']];

const KINDS = [
  'freeze',
  'freeze_at_settle',
  'freeze_at_settle',
  'stall',
  'stall',
  'cut',
  'standby_away',
  'kill',
  'failover',
] as const satisfies readonly Disturbance['kind'][];

/** How often the tail is lost; such a schedule is over soon after. */
const TAIL_RATE = 0.06;

/** How often that is so. */
const LATE_RATE = 0.1;

/** By chance of its own. */
export function nodesPlan(name: string, nodes: number, calmAtMs: number): NodesPlan {
  const random = new Random(`${name} nodes`);
  const place = (): number => random.between(0, nodes - 1);
  const disturbance = (): Disturbance => {
    switch (random.pick(KINDS)) {
      case 'freeze_at_settle':
        return { kind: 'freeze_at_settle', place: place(), forMs: random.between(15_000, 40_000) };
      case 'freeze': {
        const forMs = random.pick([random.between(1_000, 6_000), random.between(15_000, 60_000)]);
        return { kind: 'freeze', place: place(), forMs, isWholeMachine: random.chance(0.5) };
      }
      case 'stall': {
        const forMs = random.pick([random.between(500, 4_000), random.between(5_000, 45_000)]);
        return { kind: 'stall', place: place(), forMs, directions: random.pick(DIRECTIONS) };
      }
      case 'cut':
        return { kind: 'cut', place: place() };
      case 'standby_away':
        return { kind: 'standby_away', forMs: random.between(500, 12_000) };
      case 'kill':
        return { kind: 'kill', downMs: random.between(200, 10_000) };
      case 'failover':
        return { kind: 'failover', awayMs: random.pick([0, 4_000, 8_000]), downMs: random.between(200, 10_000) };
    }
  };
  const losesTail = random.chance(TAIL_RATE)
    ? { fromMs: random.between(5_000, calmAtMs / 2), commits: random.between(5, 60) }
    : null;
  const count = losesTail ? 0 : random.pick([0, 1, 2, 4, 7]);
  const isOfTheLate = !losesTail && new Random(`${name} late`).chance(LATE_RATE);
  return {
    isOfTheLate,
    lossRate: losesTail ? 0 : random.pick([0, 0, 0.01, 0.05, 0.2]),
    lateRate: losesTail ? 0 : Math.max(random.pick([0, 0, 0.01, 0.05]), isOfTheLate ? 0.2 : 0),
    showsUnconfirmed: random.chance(0.25),
    disturbances: Array.from({ length: count }, () => [random.between(2_000, calmAtMs), disturbance()] as const),
    losesTail,
  };
}
