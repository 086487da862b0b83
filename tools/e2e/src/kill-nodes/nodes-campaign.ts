import { postgresPrograms, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import type { Choice } from '../kill/choice';
import { judge, type Verdict } from '../kill/verdict';
import { Scratch } from '../service/scratch';
import { Disturbances, type DisturbanceSizes } from './disturbances';
import { judgedDatabase } from './judged-database';
import { crowdAt, startNodesHarness, untilNothingIsOpen } from './nodes-harness';
import { placeCounters } from './place';
import { stablePort } from './stable-port';
import type { NamedCounter } from './named-counter';

/** What nodes over one PostgreSQL are put through. */
export interface CampaignOptions extends DisturbanceSizes {
  readonly nodes: number;
  /** Kills of nodes. */
  readonly kills: number;
  readonly choice: Choice;
  /** Whether the nodes may ask the chain. */
  readonly evidence: boolean;
  /** How many buy at the same time; 10 when absent. */
  readonly buyers?: number;
  /** After so long nothing more is disturbed. */
  readonly enoughMs?: number;
  /** Hears a line now and then. */
  readonly say?: (line: string) => void;
}

/** What came out. */
export interface CampaignReport extends Verdict {
  readonly counters: Readonly<
    Record<'starts' | 'kills' | 'own ends' | 'freezes' | 'database kills' | 'cuts' | 'probes', NamedCounter>
  >;
  readonly purchases: number;
  readonly payments: number;
  readonly answers: number;
  /** Answers that were asked for once more at the end. */
  readonly askedAgain: number;
}

const SAY_EVERY_MS = 20_000;

/** Whether a PostgreSQL can be started here. */
export const hasPostgres = (): boolean => postgresPrograms() !== undefined;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs buyers against nodes that are killed, frozen and cut off, lets everything come to rest, and judges. */
export async function runNodesCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const scratch = new Scratch();
  try {
    const { choice } = options;
    const database = await startPostgres({}, { folder: scratch.folder(), port: await stablePort(choice) });
    scratch.keep({ close: () => database.stop() });
    return await new Campaign(options, database, scratch).run();
  } finally {
    await scratch.clear();
  }
}

class Campaign {
  private isCalm = false;
  private endMs = Infinity;

  constructor(
    private readonly options: CampaignOptions,
    private readonly database: PostgresServer,
    private readonly scratch: Scratch,
  ) {}

  async run(): Promise<CampaignReport> {
    const { database, options, scratch } = this;
    const { choice, nodes, evidence, kills } = options;
    const counters = placeCounters();
    const isToKill = (): boolean => !this.isCalm && counters.kills.total < kills;
    const harness = await startNodesHarness(
      { nodes, choice, evidence, isToKill, counters, primary: () => database },
      scratch,
    );
    const { places, settleWatch } = harness;
    const crowd = crowdAt(harness, choice, options.buyers);
    const isOver = (): boolean => Date.now() > this.endMs;
    const killShare = (): number => (kills === 0 ? 1 : counters.kills.total / kills);
    const disturbances = new Disturbances({ choice, crowd, places, database, killShare, isOver }, options);
    const reports = setInterval(() => {
      const counts = [counters.kills, disturbances.freezes, disturbances.databaseKills, disturbances.cuts];
      const [killed, frozen, databaseKills, cuts] = counts.map(({ total }) => total);
      options.say?.(`${killed} kills, ${frozen} freezes, ${databaseKills} kills of PostgreSQL, ${cuts} cuts`);
    }, SAY_EVERY_MS);
    scratch.keep({ close: () => clearInterval(reports) });
    let askedAgain = 0;
    try {
      await Promise.all(places.map((place) => place.start()));
      crowd.start();
      this.endMs = Date.now() + (options.enoughMs ?? Infinity);
      await disturbances.run();
      while (counters.kills.total < kills && !isOver()) await sleep(200);
      this.isCalm = true;
      // Refused payments keep a purse waiting for up to ten minutes, which nobody here has.
      await database.run('DELETE FROM refusal');
      for (const place of places) await place.calm();
      harness.facilitator.faults.clear();
      await crowd.finish();
      askedAgain = await crowd.askAgain();
      await untilNothingIsOpen(database);
      await settleWatch.finish();
      for (const place of places) await place.stop();
    } finally {
      crowd.close();
    }
    const ledger = await judgedDatabase(database.url());
    const { purchases } = crowd;
    const { faults, ...verdict } = await judge({ ...harness, purchases, ledger, evidence }).finally(() =>
      ledger.close(),
    );
    const payments = purchases.flatMap((purchase) => purchase.payments);
    return {
      ...verdict,
      counters: {
        starts: counters.starts,
        kills: counters.kills,
        'own ends': counters.ownEnds,
        freezes: disturbances.freezes,
        'database kills': disturbances.databaseKills,
        cuts: disturbances.cuts,
        probes: disturbances.probes,
      },
      purchases: purchases.length,
      payments: payments.length,
      answers: crowd.answers,
      askedAgain,
      faults: [...crowd.faults, ...counters.faults, ...settleWatch.faults, ...disturbances.faults, ...faults],
    };
  }
}
