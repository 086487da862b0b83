import type { Lane, Statement } from '../connection/lane';
import { endOf } from '../connection/statement-fault';
import type { ChainedEvent, EventChain } from './event-chain';

/** A statement that writes events, made for one try: their numbers are new in each. */
export interface EventStatement<Row> {
  readonly statement: Statement;
  /** The boot comes first, as `$1`. */
  readonly values: readonly unknown[];
  /** Numbers that it may write. */
  readonly seqs: readonly number[];
  /** Which events were written, by what it returned. */
  readonly written: (rows: readonly Row[]) => readonly ChainedEvent[];
}

const TRIES = 3;

const VOID: Statement = {
  name: 'void',
  text: `INSERT INTO payment_event SELECT $1, seq, 0, $3, 'void', '' FROM unnest($2::bigint[]) AS seq ON CONFLICT DO NOTHING`,
};
/** Each number by itself (`OFFSET` keeps it from being joined), since PostgreSQL may take all events of a boot for fewer than these. */
const NUMBERED: Statement = {
  name: 'numbered',
  text: `SELECT found.* FROM unnest($2::bigint[]) AS number CROSS JOIN LATERAL (
  SELECT seq, payment_id AS "paymentId", at, state, detail FROM payment_event WHERE boot_id = $1 AND seq = number OFFSET 0) AS found`,
};

/** Runs statements that write events, and keeps the chain informed of what became of them. */
export class EventWriter {
  private resolving: Promise<void> = Promise.resolve();
  private resolvingNext: Promise<void> | undefined;

  constructor(
    readonly bootId: string,
    readonly chain: EventChain,
    private readonly voids: Lane,
    /** Milliseconds since some moment. */
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /**
   * Runs a statement; once more, up to twice, when it was undone for a reason that may not come again.
   * @param make called for each try
   * @throws UnacknowledgedError when it may have been written
   */
  async write<Row>(lane: Lane, deadlineMs: number, make: () => EventStatement<Row>): Promise<readonly Row[]> {
    const startedMs = this.monotonicMs();
    for (let tries = 1; ; tries++) {
      const { statement, values, seqs, written } = make();
      try {
        const rows = await lane.run<Row>(statement, values, deadlineMs - (this.monotonicMs() - startedMs));
        const events = written(rows);
        this.chain.learn(seqs, events);
        this.chain.acknowledged(events);
        return rows;
      } catch (error) {
        const end = endOf(error);
        if (end === 'uncertain') this.chain.doubt(seqs);
        else this.chain.learn(seqs, []);
        const mayPass = end === 'again' || end === 'elsewhere';
        // One that is cut off by what is left of the time would be in doubt, where this one is known to be undone.
        const hasTime = this.monotonicMs() - startedMs < deadlineMs / 2;
        if (!mayPass || tries === TRIES || !hasTime) throw error;
      }
    }
  }

  /**
   * Makes sure of statements whose end was not learned: their numbers are taken, so that what was not written by now never will be,
   * or they turn out to be written. Waits for those that are under way in the server. Those who ask while one such statement is under way share the next one.
   */
  resolveDoubts(nowMs: number, deadlineMs: number): Promise<void> {
    if (this.chain.doubts.length === 0) return Promise.resolve();
    return (this.resolvingNext ??= this.resolving
      .catch(() => undefined)
      .then(() => {
        this.resolvingNext = undefined;
        return (this.resolving = this.resolveNow(nowMs, deadlineMs));
      }));
  }

  private async resolveNow(nowMs: number, deadlineMs: number): Promise<void> {
    const seqs = this.chain.doubts;
    if (seqs.length === 0) return;
    const { seq, at } = this.chain.next(nowMs);
    // With a number of its own something is written in any case, and its acknowledgement covers what is read after it.
    const all = [...seqs, seq];
    this.chain.doubt([seq]);
    await this.voids.run(VOID, [this.bootId, all, at], deadlineMs);
    const events = await this.voids.run<ChainedEvent>(NUMBERED, [this.bootId, all], deadlineMs);
    this.chain.learn(all, events);
    this.chain.acknowledged(events);
  }
}
