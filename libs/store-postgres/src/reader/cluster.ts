import type { Client } from 'pg';

/** A process over the ledger, or one that was. */
export interface ClusterNode {
  readonly bootId: string;
  readonly place: string;
  /** It has left, or others found it gone. */
  readonly isGone: boolean;
  /** Raised once a second. */
  readonly beat: number;
  readonly startedAt: Date;
  /** Open payments that it works on. */
  readonly payments: number;
}

/** What holds for all nodes. */
export interface ClusterState {
  /** Why an operator paused payments; null when nobody did. */
  readonly paused: string | null;
  /** Why nobody may sell until the ledger was audited. */
  readonly stopped: string | null;
}

/** What came of retiring a node; `alive`: its beat goes on, `gone`: it was found gone before, or by somebody else meanwhile. */
export type RetireOutcome = 'retired' | 'alive' | 'gone' | 'unknown';

/** The nodes over a ledger, and their common switch. Each call has a connection of its own. */
export interface Cluster {
  /** Those that are not gone, and those that left payments behind; the newest first. */
  nodes(): Promise<readonly ClusterNode[]>;
  state(): Promise<ClusterState>;
  /** Every node stops taking payments within seconds; what is under way is finished. */
  pause(reason: string): Promise<void>;
  /**
   * Reports to all nodes that one has ended, so that they take up at once what it worked on. Only one that is seen to stand still for some beats is
   * retired.
   */
  retire(bootId: string): Promise<RetireOutcome>;
  /** @param isAudited also after a loss of acknowledged payments, which somebody has looked at */
  resume(isAudited: boolean): Promise<void>;
}

const NODES = `SELECT boot_id AS "bootId", place, gone AS "isGone", beat, started_at AS "startedAt", held AS payments
FROM node, LATERAL (
  SELECT count(*) AS held FROM payment WHERE state IN ('settling', 'unknown') AND worker = boot_id
) p WHERE NOT gone OR held > 0 ORDER BY started_at DESC`;

/** A living node beats once a second. */
const STANDS_MS = 3_500;

/**
 * The switch of the ledger that a connection leads to.
 * @param standsMs how long a beat must stand still before its node is retired
 */
export function cluster(connect: () => Promise<Client>, standsMs: number = STANDS_MS): Cluster {
  const ask = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    const client = await connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  return {
    nodes: () => ask<ClusterNode>(NODES),
    state: async () => (await ask<ClusterState>('SELECT paused, stopped FROM cluster'))[0]!,
    async retire(bootId) {
      const look = async () =>
        (
          await ask<Pick<ClusterNode, 'beat' | 'isGone'>>(
            'SELECT beat, gone AS "isGone" FROM node WHERE boot_id = $1',
            [bootId],
          )
        )[0];
      const before = await look();
      if (before === undefined || before.isGone) return before === undefined ? 'unknown' : 'gone';
      await new Promise((resolve) => setTimeout(resolve, standsMs));
      const stood = await ask<{ one: number }>(
        'UPDATE node SET gone = true WHERE boot_id = $1 AND beat = $2 AND NOT gone RETURNING 1 AS one',
        [bootId, before.beat],
      );
      if (stood.length > 0) return 'retired';
      return (await look())?.isGone ? 'gone' : 'alive';
    },
    pause: async (reason) => void (await ask('UPDATE cluster SET paused = $1', [reason])),
    async resume(isAudited) {
      await ask('UPDATE cluster SET paused = NULL, stopped = CASE WHEN $1 THEN NULL ELSE stopped END', [isAudited]);
    },
  };
}
