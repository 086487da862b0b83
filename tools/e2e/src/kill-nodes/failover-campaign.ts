import { setTimeout as sleep } from 'node:timers/promises';
import { canCopyPostgres } from '@stackcheck/store-postgres/testing';
import type { Choice } from '../kill/choice';
import type { Crowd } from '../kill/crowd';
import { judge, type Verdict } from '../kill/verdict';
import { Scratch } from '../service/scratch';
import { AcknowledgedWrites } from './acknowledged-writes';
import { judgedDatabase } from './judged-database';
import { crowdAt, startNodesHarness, untilNothingIsOpen } from './nodes-harness';
import { placeCounters } from './place';
import { PostgresPair } from './postgres-pair';

/** How often a standby takes over, under load. */
export interface FailoverOptions {
  readonly nodes: number;
  readonly failovers: number;
  readonly choice: Choice;
  /** Hears a line after each of them. */
  readonly say?: (line: string) => void;
}

/** What came out. */
export interface FailoverReport extends Verdict {
  readonly failovers: number;
  /** Writes that were acknowledged before a primary was killed, and those of them that its successor lacks. */
  readonly acknowledged: number;
  readonly lost: number;
  readonly purchases: number;
  readonly answers: number;
  readonly askedAgain: number;
}

/** Load before a primary is killed: writes of this process, and answers that buyers got. */
const WRITES = 100;
const ANSWERS = 3;
const ON_WITHIN_MS = 120_000;
const LOOK_MS = 20;
const MOMENT_MS = [0, 700] as const;

/** Whether this machine can copy a running PostgreSQL. */
export const hasStandbys = canCopyPostgres;

/** Kills the primary under nodes that sell, again and again, with a synchronous standby that takes over; then judges. */
export async function runFailovers({ nodes, failovers, choice, say }: FailoverOptions): Promise<FailoverReport> {
  const scratch = new Scratch();
  try {
    const pair = await PostgresPair.start(true, choice, scratch);
    const counters = placeCounters();
    const ledger = { LEDGER_URL: pair.url, LEDGER_STANDBY: 'required' };
    const harness = await startNodesHarness(
      { nodes, choice, evidence: true, isToKill: () => false, counters, ledger, primary: () => pair.primary },
      scratch,
    );
    const { places, settleWatch } = harness;
    await Promise.all(places.map((place) => place.start()));
    const writes = scratch.keep(await AcknowledgedWrites.start(pair.url, pair.primary));
    const crowd = scratch.keep(crowdAt(harness, choice));
    crowd.start();
    let acknowledged = 0;
    let lost = 0;
    for (let done = 1; done <= failovers; done++) {
      await goesOn(crowd, writes);
      await sleep(choice.between(...MOMENT_MS));
      const before = writes.count;
      await pair.failOver();
      const missing = await writes.missing(pair.primary, before);
      [acknowledged, lost] = [before, lost + missing];
      say?.(`failover ${done}: ${missing} of ${before} acknowledged writes lost`);
      await pair.rebuild();
    }
    await goesOn(crowd, writes);
    await writes.close();
    harness.facilitator.faults.clear();
    await crowd.finish();
    const askedAgain = await crowd.askAgain();
    await untilNothingIsOpen(pair.primary);
    await settleWatch.finish();
    for (const place of places) await place.stop();
    const judged = await judgedDatabase(pair.url, 'required');
    const { purchases } = crowd;
    const { faults, ...verdict } = await judge({ ...harness, purchases, ledger: judged, evidence: true }).finally(() =>
      judged.close(),
    );
    return {
      ...verdict,
      failovers,
      acknowledged,
      lost,
      purchases: purchases.length,
      answers: crowd.answers,
      askedAgain,
      faults: [...crowd.faults, ...counters.faults, ...settleWatch.faults, ...faults],
    };
  } finally {
    await scratch.clear();
  }
}

/** Waits until buyers and writes got further. */
async function goesOn(crowd: Crowd, writes: AcknowledgedWrites): Promise<void> {
  const [answers, count] = [crowd.answers + ANSWERS, writes.count + WRITES];
  const giveUpAt = performance.now() + ON_WITHIN_MS;
  while (crowd.answers < answers || writes.count < count) {
    if (performance.now() > giveUpAt)
      throw new Error(`${crowd.answers} answers and ${writes.count} writes, and no more`);
    await sleep(LOOK_MS);
  }
}
