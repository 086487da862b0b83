import type { PostgresServer } from '@stackcheck/store-postgres/testing';
import type { Choice } from '../kill/choice';
import type { Crowd } from '../kill/crowd';
import type { Place } from './place';
import { NamedCounter } from './named-counter';
import type { Wire } from './wire';

/** How often what happens, besides kills of nodes. */
export interface DisturbanceSizes {
  readonly freezes: number;
  /** How long a node is frozen, in milliseconds. */
  readonly freezeMs: number;
  readonly databaseKills: number;
  /** Cuts, stalls and lost replies. */
  readonly cuts: number;
}

/** What is disturbed. */
export interface DisturbedParts {
  readonly choice: Choice;
  readonly crowd: Crowd;
  readonly places: readonly Place[];
  readonly database: PostgresServer;
  /** Share of the wanted kills of nodes that were made; nothing else gets far ahead of them. */
  readonly killShare: () => number;
  /** Whether there was enough of it. */
  readonly isOver: () => boolean;
}

/** One that is shorter than a node's deadlines, and one in which it is found gone. */
const SHORT_MS = [100, 2_500] as const;
const LONG_MS = [22_000, 26_000] as const;
const LONG_SHARE = 0.06;
/** As a share of all. */
const AHEAD = 0.2;
/** Longer than a node waits for its ledger. */
const PROBE_MS = 6_000;
const PAUSES_MS = { freezes: [200, 1_500], databaseKills: [3_000, 8_000], cuts: [200, 2_500] } as const;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Freezes nodes, kills their PostgreSQL, and disturbs the wires around them, each at its own pace. */
export class Disturbances {
  readonly freezes = new NamedCounter();
  readonly databaseKills = new NamedCounter();
  readonly cuts = new NamedCounter();
  /** Payments that were sent to nodes without a ledger, by what was answered. */
  readonly probes = new NamedCounter();
  readonly faults: string[] = [];

  constructor(
    private readonly parts: DisturbedParts,
    private readonly sizes: DisturbanceSizes,
  ) {}

  /** Resolves when all is done and undone. */
  async run(): Promise<void> {
    const { freezes, databaseKills, cuts } = this.sizes;
    await Promise.all([
      this.repeat('freezes', freezes, () => this.freeze()),
      this.repeat('databaseKills', databaseKills, () => this.killDatabase()),
      this.repeat('cuts', cuts, () => this.disturbWire()),
    ]);
  }

  private async repeat(what: keyof typeof PAUSES_MS, times: number, once: () => Promise<void>): Promise<void> {
    const [shortest, longest] = PAUSES_MS[what];
    while (this[what].total < times && !this.parts.isOver()) {
      await sleep(this.parts.choice.between(shortest, longest));
      if (this[what].total / times <= this.parts.killShare() + AHEAD) await once();
    }
  }

  /** One that serves, when there is one. */
  private anyPlace(): Place {
    const { choice, places } = this.parts;
    const serving = places.filter(({ serves }) => serves);
    return choice.of(serving.length > 0 ? serving : places);
  }

  private async freeze(): Promise<void> {
    const place = this.anyPlace();
    if (await place.freeze(this.sizes.freezeMs)) this.freezes.add(place.name);
  }

  private async killDatabase(): Promise<void> {
    const { choice, database } = this.parts;
    await database.kill();
    const probed = this.probe(this.anyPlace());
    await Promise.all([sleep(choice.chance(0.3) ? choice.between(3_000, 6_000) : choice.between(0, 800)), probed]);
    await this.startDatabase();
    this.databaseKills.add('killed');
  }

  /** A machine that is busy with other things may take longer to recover than one start waits. */
  private async startDatabase(): Promise<void> {
    const { database } = this.parts;
    for (let tries = 0; ; tries++) {
      try {
        return await database.start();
      } catch (error) {
        if (tries === 5) throw error;
        await database.kill();
      }
    }
  }

  private async disturbWire(): Promise<void> {
    const { choice } = this.parts;
    const place = this.anyPlace();
    const { ledger, front, facilitator } = place.parts.wires;
    const [name, wire] = choice.of([
      ...Array.from({ length: 3 }, () => ['ledger', ledger!] as const),
      ['front', front] as const,
      ['facilitator', facilitator] as const,
    ]);
    const how = choice.of(['cut', 'part', 'stall', 'lost reply'] as const);
    this.cuts.add(`${name} ${how}`);
    if (how === 'cut') wire.cut();
    else if (how === 'lost reply') await this.loseReply(wire);
    else await this.interrupt(how, wire, name === 'ledger' ? place : undefined);
  }

  /** Somebody uses each wire within seconds, as long as its node lives. */
  private async loseReply(wire: Wire): Promise<void> {
    const { lost, forget } = wire.loseReply();
    await Promise.race([lost, sleep(PROBE_MS)]);
    forget();
  }

  /** @param unledgered the place that does not reach its ledger meanwhile */
  private async interrupt(how: 'part' | 'stall', wire: Wire, unledgered: Place | undefined): Promise<void> {
    const { choice } = this.parts;
    const direction = choice.of(['there', 'back', 'both'] as const);
    const undo = how === 'part' ? wire.part() : wire.stall(direction);
    const isLong = unledgered !== undefined && choice.chance(LONG_SHARE);
    const ends = sleep(isLong ? choice.between(...LONG_MS) : choice.between(...SHORT_MS));
    // What came before it may still be on its way back when only one direction is held.
    const probed = unledgered && (how === 'part' || direction === 'both') ? this.probe(unledgered) : undefined;
    await Promise.all([ends, probed]);
    undo();
    // Bytes that were held back too long are for nobody any more.
    if (choice.chance(0.5)) wire.cut();
  }

  /** No sale without a ledger: a new payment that is sent to this very node brings no answer. */
  private async probe(place: Place): Promise<void> {
    if (!place.serves) return;
    const met = await this.parts.crowd.probe(place.url, PROBE_MS);
    this.probes.add(met ?? 'nobody there');
    if (met === 'answer') this.faults.push(`${place.name} sold while it did not reach its ledger`);
  }
}
