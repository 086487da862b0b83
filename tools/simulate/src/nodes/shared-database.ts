import { LedgerAwayError } from '@stackcheck/store-postgres';
import {
  modelConnection,
  ModelDatabase,
  type Connector,
  type ModelConnection,
} from '@stackcheck/store-postgres/testing';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Trail } from '../core/trail';
import { Commits } from './commits';
import { Links, type Way } from './links';
import type { NodeBug } from './node-bug';
import type { Direction } from './nodes-plan';

/** A statement that was executed: whose it was, and how the order of all that happened stood when it was sent. */
export interface Executed {
  readonly life: Life;
  readonly name: string;
  readonly values: readonly unknown[];
  readonly sentAt: number;
  readonly rows: readonly object[];
}

/** How the way to the database and the database itself behave; rates are per statement that writes. */
export interface DatabaseHabits {
  /** A connection is lost before the statement arrives, or before its answer does. */
  lossRate: number;
  /** A statement is on its way for so long that nobody waits for it any more, and arrives all the same. */
  lateRate: number;
  /** Claims take long; one that is late outlives the node that sent it, most often. */
  readonly isOfTheLate: boolean;
  /** What a standby has not confirmed is seen by others: so it is after a restart of the primary. */
  readonly showsUnconfirmed: boolean;
}

/** What the checks observe of the database. */
export interface DatabaseWitness {
  executed(executed: Executed): void;
  acknowledged(executed: Executed): void;
}

interface Connected extends ModelConnection {
  readonly life: Life;
  readonly toServer: Way;
  readonly toNode: Way;
}

const CONNECT_MS = 2_000;
const LATE_MS = [3_100, 40_000] as const;
/** Within the deadline of a claim. */
const SLOW_MS = [300, 2_900] as const;
const ENDS_WITHIN_MS = 2_500;

/**
 * The PostgreSQL of several nodes, with the network in front of it and the standby behind it. Statements are executed one after the
 * other; what a statement does and its acknowledgement are two events, and anything may come between.
 */
export class SharedDatabase {
  readonly model = new ModelDatabase();
  private readonly open = new Set<Connected>();
  private readonly links: Links;
  private readonly commits: Commits;
  /** Grows when the server ends, so that what it had under way is known to be over. */
  private epoch = 0;
  private upAtMs = 0;
  private order = 0;

  constructor(
    private readonly parts: {
      readonly scheduler: Scheduler;
      readonly random: Random;
      readonly trail: Trail;
      readonly habits: DatabaseHabits;
      readonly witness: DatabaseWitness;
      readonly bug: NodeBug | undefined;
      readonly onFault: (name: string) => void;
      /** The node ends, alone. */
      readonly end: (life: Life) => void;
    },
  ) {
    this.links = new Links(parts.scheduler, parts.random);
    const { scheduler, random, habits, bug } = parts;
    const { showsUnconfirmed } = habits;
    this.commits = new Commits(this.model, {
      scheduler,
      random,
      showsUnconfirmed,
      cancelsAfterMs: bug?.cancelsAfterMs,
    });
  }

  /** Grows with everything that is sent or executed. */
  tick(): number {
    return ++this.order;
  }

  /** How a node connects. */
  connector(life: Life): Connector {
    return () => this.connect(life);
  }

  /** A process is gone: its connections end, and what was sent arrives. */
  leave(life: Life): void {
    for (const connected of this.open) if (connected.life === life) this.open.delete(connected);
  }

  /** Nothing gets through between a place and the database for a while, in one direction or both; then it arrives. */
  stall(place: number, forMs: number, directions: readonly Direction[]): void {
    this.links.stall(place, forMs, directions);
    this.parts.trail.note(() => `node ${place}: ${directions.join(' and ')} stands for ${forMs} ms`);
  }

  /** The connections of a place are lost now. */
  cut(place: number): void {
    this.parts.trail.note(() => `node ${place}: its connections are cut`);
    for (const connected of [...this.open]) if (connected.life.place === place) this.lose(connected);
  }

  /** Commits wait for the standby. */
  loseStandby(forMs: number): void {
    this.commits.loseStandby(forMs);
    this.parts.trail.note(() => `the standby is away for ${forMs} ms`);
  }

  /** The server is killed and comes back with what it had written. */
  kill(downMs: number): void {
    const { trail } = this.parts;
    trail.note(() => `PostgreSQL is killed, and back in ${downMs} ms`);
    // What it had written and not confirmed is there when it is back, or not.
    if (!this.parts.habits.showsUnconfirmed) this.commits.keepSome();
    this.goDown(downMs);
  }

  /**
   * Another server goes on.
   * @param lost acknowledged commits that it does not have; 0 where its standby confirms
   * @returns how many acknowledged commits are gone
   */
  failOver(downMs: number, lost: number): number {
    const { random, trail } = this.parts;
    const { model } = this;
    const { confirmed } = this.commits;
    const kept =
      lost > 0 ? Math.max(0, confirmed - lost) : random.between(confirmed, Math.max(confirmed, model.position));
    trail.note(
      () => `failover: ${model.position - kept} of ${model.position} commits are gone, ${confirmed} were acknowledged`,
    );
    const isWritten = lost === 0 && !this.parts.habits.showsUnconfirmed;
    // What waits for confirmation may have reached the standby, which is not seen before.
    if (isWritten) this.commits.keepSome();
    else model.failOver(kept);
    const gone = Math.max(0, confirmed - kept);
    this.goDown(downMs);
    return gone;
  }

  /** All is well from here on. */
  calm(): void {
    const { habits } = this.parts;
    habits.lossRate = habits.lateRate = 0;
    this.links.calm();
    this.commits.calm(Math.max(this.upAtMs, this.parts.scheduler.nowMs));
  }

  private goDown(downMs: number): void {
    this.epoch++;
    this.upAtMs = this.parts.scheduler.nowMs + downMs;
    this.commits.end(this.upAtMs);
    for (const connected of [...this.open]) this.lose(connected);
  }

  private lose(connected: Connected): void {
    this.open.delete(connected);
    this.after(connected.life, this.parts.random.between(0, 5), () => connected.cut());
  }

  private connect(life: Life): ReturnType<Connector> {
    const { scheduler, random } = this.parts;
    const stalledMs = this.links.stalledMs(life.place);
    const isLate = stalledMs > CONNECT_MS;
    const tookMs = isLate ? CONNECT_MS : stalledMs + random.between(1, 8);
    return new Promise((resolve, reject) => {
      this.after(life, tookMs, () => {
        if (isLate || scheduler.nowMs < this.upAtMs) return reject(new LedgerAwayError('ECONNREFUSED'));
        const made: { connected?: Connected } = {};
        const send = (name: string, values: readonly unknown[]) => this.send(made.connected!, name, values);
        const connection = modelConnection(send, () => this.open.delete(made.connected!));
        made.connected = { ...connection, life, toServer: { lastMs: 0 }, toNode: { lastMs: 0 } };
        this.open.add(made.connected);
        resolve(connection.client);
      });
    });
  }

  private send(connected: Connected, name: string, values: readonly unknown[]): Promise<readonly object[]> {
    const { random, habits, scheduler, witness, onFault } = this.parts;
    const { life } = connected;
    const isWrite = ModelDatabase.isWrite(name);
    const isLate = isWrite && random.chance(habits.lateRate);
    const isLost = isWrite && random.chance(habits.lossRate);
    const arrives = !isLost || random.chance(0.6);
    // What was sent before its connection ended arrives, most often.
    const survives = random.chance(0.7);
    const sent = { life, name, values, sentAt: this.tick() };
    if (isLate || isLost) onFault(`${name} ${isLate ? 'late' : arrives ? 'unanswered' : 'not sent'}`);
    return new Promise((resolve, reject) => {
      const { epoch } = this;
      const isOfTheLate = habits.isOfTheLate && name.startsWith('claim');
      if (isOfTheLate && isLate && random.chance(0.7))
        scheduler.after(random.between(0, ENDS_WITHIN_MS), () => this.parts.end(life));
      const isSlow = isOfTheLate && !isLate && random.chance(0.3);
      const [from, to] = isLate ? LATE_MS : SLOW_MS;
      const travelMs = isLate || isSlow ? random.between(from, to) : this.links.travelMs();
      scheduler.after(this.links.delayMs(life.place, 'toServer', connected.toServer, travelMs), () => {
        if (!arrives || (epoch !== this.epoch && !isLate) || scheduler.nowMs < this.upAtMs) return;
        if (!this.open.has(connected) && !survives) return;
        this.execute(sent, isWrite, (outcome) => {
          if (isLost) return;
          const backMs = this.links.delayMs(life.place, 'toNode', connected.toNode, this.links.travelMs());
          this.after(life, backMs, () => {
            if (!this.open.has(connected)) return;
            if ('error' in outcome) return reject(outcome.error);
            witness.acknowledged(outcome);
            resolve(outcome.rows);
          });
        });
      });
      if (isLost) scheduler.after(random.between(0, 12), () => this.lose(connected));
    });
  }

  /** @param answer called when the statement is acknowledged; never, when the server ends before */
  private execute(sent: Omit<Executed, 'rows'>, isWrite: boolean, answer: (outcome: Outcome) => void): void {
    const { trail, witness, bug } = this.parts;
    const run = (): Outcome => {
      this.tick();
      try {
        const rows = bug?.statement?.(sent.name, sent.values, this.model) ?? this.model.execute(sent.name, sent.values);
        const executed = { ...sent, rows };
        if (isWrite && sent.name !== 'beat')
          trail.note(() => `boot ${sent.life.number}: ${sent.name} ${shortly(sent, rows)}`);
        witness.executed(executed);
        return executed;
      } catch (error) {
        return { error: error as Error };
      }
    };
    if (isWrite) this.commits.write(run, answer);
    else answer(run());
  }

  /** Something that a process notices. */
  private after(life: Life, delayMs: number, happen: () => void): void {
    const { scheduler } = this.parts;
    scheduler.after(delayMs, () =>
      life.whenAwake(() => {
        if (!life.isAlive) return;
        scheduler.owner = life;
        happen();
      }),
    );
  }
}

type Outcome = Executed | { readonly error: Error };

/** What a statement was about and what it did. */
function shortly({ values }: Omit<Executed, 'rows'>, rows: readonly object[]): string {
  const numbers = values.filter((value) => typeof value === 'number').join(' ');
  return `(${numbers}) → ${JSON.stringify(rows)}`;
}
