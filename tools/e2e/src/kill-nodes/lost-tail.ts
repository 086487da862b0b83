import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresCluster } from '@stackcheck/store-postgres';
import type { PostgresServer } from '@stackcheck/store-postgres/testing';
import type { Choice } from '../kill/choice';
import { Scratch } from '../service/scratch';
import { crowdAt, startNodesHarness } from './nodes-harness';
import { placeCounters } from './place';
import { PostgresPair } from './postgres-pair';

/** What nodes did after a failover to a standby that lacked what they had written. */
export interface LostTailReport {
  /** Rows that the primary had, and the standby has not. */
  readonly lost: number;
  /** Why payments are stopped, as the ledger says. */
  readonly stopped: string;
  /** Ends of nodes that said so, restarts included. */
  readonly stoppedNodes: number;
  /** What was sold after all nodes had ended once: answers, and settle calls. */
  readonly soldStopped: number;
  /** What was sold after an operator had said that he looked. */
  readonly soldAfterwards: number;
  readonly faults: readonly string[];
}

const WITHIN_MS = 120_000;
const LOOK_MS = 50;
/** Payments that only the primary has. */
const TAIL = 5;

/** Kills a primary whose asynchronous standby lacks its last payments, under nodes that sell, and sees them stop. */
export async function runLostTail(nodes: number, choice: Choice): Promise<LostTailReport> {
  const scratch = new Scratch();
  try {
    const pair = await PostgresPair.start(false, choice, scratch);
    const counters = placeCounters();
    const ledger = { LEDGER_URL: pair.url, LEDGER_STANDBY: 'none' };
    const harness = await startNodesHarness(
      { nodes, choice, evidence: true, isToKill: () => false, counters, ledger, primary: () => pair.primary },
      scratch,
    );
    await Promise.all(harness.places.map((place) => place.start()));
    const crowd = scratch.keep(crowdAt(harness, choice));
    crowd.start();
    const until = untilOf(() => counters.faults);
    const sold = (): number => crowd.answers + harness.facilitator.calls.filter(({ call }) => call === 'settle').length;
    await until('they sell', async () => crowd.answers > nodes);

    pair.holdBack();
    const before = await standing(pair.primary);
    await until('they sell what the standby does not hear of', async () => {
      const now = await standing(pair.primary);
      const grown = [...now.sealed].filter(([bootId, seq]) => seq > (before.sealed.get(bootId) ?? 0));
      return now.payments >= before.payments + TAIL && grown.length === nodes;
    });
    // Each node has heard that its seal is there.
    const { beats } = await standing(pair.primary);
    await until('they beat', async () => {
      const now = await standing(pair.primary);
      return [...beats].every(([bootId, beat]) => (now.beats.get(bootId) ?? 0) >= beat + 2);
    });
    const { payments } = await standing(pair.primary);
    await pair.failOver();
    const lost = payments - (await standing(pair.primary)).payments;

    const { ownEnds } = counters;
    const operator = openPostgresCluster(pair.url);
    await until('they stop', async () => (await operator.state()).stopped !== null);
    const { stopped } = await operator.state();
    const endsOf = (): number => ownEnds.byName.get('payments stopped') ?? 0;
    await until('all of them end, and end again', async () => endsOf() >= 2 * nodes);
    const soldBefore = sold();
    await until('they end again', async () => endsOf() >= 3 * nodes);
    const soldStopped = sold() - soldBefore;
    const stoppedNodes = endsOf();

    await operator.resume(true);
    const soldAtResume = sold();
    await until('they sell again', async () => sold() > soldAtResume + nodes);
    const soldAfterwards = sold() - soldAtResume;
    return { lost, stopped: stopped!, stoppedNodes, soldStopped, soldAfterwards, faults: counters.faults };
  } finally {
    await scratch.clear();
  }
}

interface Standing {
  readonly payments: number;
  /** By boot. */
  readonly sealed: ReadonlyMap<string, number>;
  readonly beats: ReadonlyMap<string, number>;
}

async function standing(primary: PostgresServer): Promise<Standing> {
  const rows = await primary.run(
    'SELECT boot_id, beat::int, seal_seq::int, (SELECT count(*)::int FROM payment) AS payments FROM node WHERE NOT gone',
  );
  const of = (column: string): ReadonlyMap<string, number> =>
    new Map(rows.map((row) => [row['boot_id'] as string, row[column] as number]));
  return { payments: rows[0]!['payments'] as number, sealed: of('seal_seq'), beats: of('beat') };
}

function untilOf(faults: () => readonly string[]) {
  return async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    const giveUpAt = performance.now() + WITHIN_MS;
    while (!(await holds())) {
      if (performance.now() > giveUpAt) throw new Error(`waited for long until ${what}: ${faults().join(', ')}`);
      await sleep(LOOK_MS);
    }
  };
}
