import type { Client } from 'pg';
import { NODE_TIMES, type NodeTimes } from '../node/node-times';
import { isMoved, MOVED_TO } from '../node/stopped';
import { retireNode, type RetireOutcome } from './retire-node';

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
  /** Why an operator paused payments; null when none did. */
  readonly paused: string | null;
  /** Why no node may sell until the ledger was audited. */
  readonly stopped: string | null;
  /** Nor afterwards: its payments are in another ledger, as `stopped` says. */
  readonly isMoved: boolean;
}

/** The nodes over a ledger, and their common switch. Each call has a connection of its own. */
export interface Cluster {
  /** Those that are not gone, and those that left payments behind; the newest first. */
  nodes(): Promise<readonly ClusterNode[]>;
  state(): Promise<ClusterState>;
  /** Every node stops taking payments within seconds; what is under way is finished. */
  pause(reason: string): Promise<void>;
  /**
   * Reports to all nodes that one has ended, so that they take up what it worked on. Only one whose beat is seen to stand still for as long as nodes
   * wait is retired: until then it may settle, also where its beats do not come through.
   * @param isMachineGone the operator knows that its process has ended, so that a few beats will do
   * @throws when the ledger cannot be read and written all the while; the node is left as it was
   */
  retire(bootId: string, isMachineGone?: boolean): Promise<RetireOutcome>;
  /** A ledger that was moved stays stopped. @param isAudited also after a loss of acknowledged payments, which the operator has audited */
  resume(isAudited: boolean): Promise<void>;
}

const NODES = `SELECT boot_id AS "bootId", place, gone AS "isGone", beat, started_at AS "startedAt", held AS payments
FROM node, LATERAL (
  SELECT count(*) AS held FROM payment WHERE state IN ('settling', 'unknown') AND worker = boot_id
) p WHERE NOT gone OR held > 0 ORDER BY started_at DESC`;

/**
 * The switch of the ledger that a connection leads to.
 * @param times of the nodes over it
 */
export function cluster(connect: () => Promise<Client>, times: NodeTimes = NODE_TIMES): Cluster {
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
    async state() {
      const [row] = await ask<Omit<ClusterState, 'isMoved'>>('SELECT paused, stopped FROM cluster');
      return { ...row!, isMoved: isMoved(row!.stopped) };
    },
    retire: (bootId, isMachineGone = false) => retireNode(connect, times, bootId, isMachineGone),
    pause: async (reason) => void (await ask('UPDATE cluster SET paused = $1', [reason])),
    async resume(isAudited) {
      const isOver = `$1 AND NOT starts_with(stopped, '${MOVED_TO}')`;
      await ask(`UPDATE cluster SET paused = NULL, stopped = CASE WHEN ${isOver} THEN NULL ELSE stopped END`, [
        isAudited,
      ]);
    },
  };
}
