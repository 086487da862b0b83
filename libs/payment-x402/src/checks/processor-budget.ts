import type { Clock } from '@stackcheck/contract';
import { clientKeys, widerClientKey } from '../refusals/client-address';
import { OldestFirst } from '../refusals/oldest-first';
import { WorkUnderWay } from './work-under-way';

/** What one request has taken so far. */
export interface Spending {
  /** Adds time that was just spent, in milliseconds; from now on it counts against the client. */
  spend(ms: number): void;
  /** The answer is being made and paid for: until `giveBack` or `end`, others of the client may wait for that. */
  underWay(): void;
  /** The request was paid, or its payment is held: everything is given back. */
  giveBack(): void;
  /** The request is over. What was not given back stays spent. */
  end(): void;
}

/**
 * Processor time of requests that are not paid for, per client. A payment that settles pays for its work; what ends without
 * one (a refusal, a wrong input, a client that left) stays spent and comes back with time.
 */
export interface ProcessorBudget {
  /** Whole seconds the client has to wait; 0 when it may go on. */
  waitSeconds(client: string): number;
  /** Milliseconds spent of the budget, those of requests under way included. */
  spentMs(client: string): number;
  begin(client: string): Spending;
  /** Whether the client is over its budget only by work that is under way, so that the wait is short. */
  awaitsOthers(client: string): boolean;
  /**
   * Calls back once when a request of the client ends that is under way.
   * @returns how not to wait any longer; undefined where waiting would not help
   */
  afterAnother(client: string, go: () => void): (() => void) | undefined;
  /** Clients held; for tests and metrics. */
  size(): number;
}

/** What a client may spend at once, and what comes back in a minute: a sixtieth of one core. */
export const BUDGET_MS = 1_000;
const REFILL_PER_MS = BUDGET_MS / 60_000;
/** A /48 holds 65,536 networks of customers, or one customer with that many. */
const SITE_FACTOR = 10;
const BOUNDS = { keysMax: 100_000, owingMax: 20_000 };

/** @param deps its `share` is the part of the whole budget, where several processes work for the same clients */
export function createProcessorBudget(deps: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly share?: number;
}): ProcessorBudget {
  const { clock, share = 1 } = deps;
  const clients = buckets(BUDGET_MS * share, REFILL_PER_MS * share, { ...BOUNDS, widerKey: widerClientKey });
  const sites = buckets(BUDGET_MS * share * SITE_FACTOR, REFILL_PER_MS * share * SITE_FACTOR, BOUNDS);
  const underWay = new WorkUnderWay();
  const awaitsOthers = (client: string): boolean => {
    const nowMs = clock.monotonic();
    const { own, site } = clientKeys(client);
    const underWayMs = underWay.msOf(own);
    if (underWayMs === 0 || (site !== null && sites.waitMs(site, nowMs) > 0)) return false;
    return clients.levelOf(own, nowMs) - underWayMs < BUDGET_MS * share;
  };
  return {
    waitSeconds(client) {
      const nowMs = clock.monotonic();
      const { own, site } = clientKeys(client);
      const waitMs = Math.max(clients.waitMs(own, nowMs), site === null ? 0 : sites.waitMs(site, nowMs));
      return Math.ceil(waitMs / 1_000);
    },
    spentMs: (client) => clients.levelOf(clientKeys(client).own, clock.monotonic()) / share,
    begin(client) {
      let spent = 0;
      let end = (): void => undefined;
      const add = (ms: number): void => {
        const nowMs = clock.monotonic();
        const { own, site } = clientKeys(client);
        clients.add(own, ms, nowMs);
        if (site !== null) sites.add(site, ms, nowMs);
        spent += ms;
      };
      return {
        spend: (ms) => add(Math.max(0, ms)),
        underWay: () => {
          end();
          end = underWay.begin(clientKeys(client).own, () => spent);
        },
        giveBack: () => {
          if (spent > 0) add(-spent);
          end();
        },
        end: () => end(),
      };
    },
    awaitsOthers,
    afterAnother: (client, go) => (awaitsOthers(client) ? underWay.wait(clientKeys(client).own, go) : undefined),
    size: () => clients.size() + sites.size() + underWay.size,
  };
}

interface Level {
  readonly ms: number;
  readonly atMs: number;
}

interface Buckets {
  add(key: string, ms: number, nowMs: number): void;
  levelOf(key: string, nowMs: number): number;
  /** Milliseconds until the level is below the capacity. */
  waitMs(key: string, nowMs: number): number;
  size(): number;
}

/**
 * Leaky buckets in bounded memory. An empty one is forgotten; without room the one that was touched longest ago leaves. One that
 * is over its capacity is never forgotten for another: without room for it, its wider key owes in its place.
 */
function buckets(
  capacityMs: number,
  refillPerMs: number,
  {
    keysMax,
    owingMax,
    widerKey,
  }: { readonly keysMax: number; readonly owingMax: number; readonly widerKey?: (key: string) => string },
): Buckets {
  const within = new OldestFirst<Level>();
  const owing = new OldestFirst<Level>();
  const wide = new OldestFirst<Level>();

  const leftOf = (level: Level | undefined, nowMs: number): number =>
    level ? Math.max(0, level.ms - (nowMs - level.atMs) * refillPerMs) : 0;
  const levelOf = (key: string, nowMs: number): number => {
    const own = leftOf(owing.get(key) ?? within.get(key), nowMs);
    return wide.size > 0 && widerKey ? Math.max(own, leftOf(wide.get(widerKey(key)), nowMs)) : own;
  };
  /** Before this time none of those that owe is below the capacity, so looking for one is in vain. */
  let nextPaidMs = 0;
  const paidAtMs = ({ ms, atMs }: Level): number => atMs + (ms - capacityMs) / refillPerMs;
  const forgetPaid = (nowMs: number): void => {
    if (nowMs < nextPaidMs) return;
    nextPaidMs = Infinity;
    for (const [key, level] of owing) {
      if (leftOf(level, nowMs) < capacityMs) owing.delete(key);
      else nextPaidMs = Math.min(nextPaidMs, paidAtMs(level));
    }
  };
  const owe = (key: string, level: Level): void => {
    if (owing.size >= owingMax) forgetPaid(level.atMs);
    if (owing.size < owingMax || !widerKey) {
      nextPaidMs = Math.min(nextPaidMs, paidAtMs(level));
      return put(owing, key, level, owingMax);
    }
    const wider = widerKey(key);
    const ms = Math.max(level.ms, leftOf(wide.get(wider), level.atMs));
    put(wide, wider, { ms, atMs: level.atMs }, owingMax);
  };

  return {
    add(key, ms, nowMs) {
      const level = { ms: Math.max(0, leftOf(owing.get(key) ?? within.get(key), nowMs) + ms), atMs: nowMs };
      within.delete(key);
      owing.delete(key);
      if (level.ms >= capacityMs) owe(key, level);
      else if (level.ms > 0) put(within, key, level, keysMax);
    },
    levelOf,
    waitMs(key, nowMs) {
      const level = levelOf(key, nowMs);
      return level < capacityMs ? 0 : (level - capacityMs) / refillPerMs + 1;
    },
    size: () => within.size + owing.size + wide.size,
  };
}

function put(levels: OldestFirst<Level>, key: string, level: Level, max: number): void {
  const oldest = levels.size >= max && levels.get(key) === undefined ? levels.oldest() : undefined;
  if (oldest !== undefined) levels.delete(oldest);
  levels.set(key, level);
}
