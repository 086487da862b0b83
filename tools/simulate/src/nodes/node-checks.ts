import type { ModelEvent } from '@stackcheck/store-postgres/testing';
import type { Checker } from '../checks/checker';
import type { Life } from '../core/life';
import type { DatabaseWitness, Executed, SharedDatabase } from './shared-database';

/** A node that was heard to have lost its tail has so long to stop all. */
const STOP_WITHIN_MS = 15_000;

interface Written {
  readonly event: ModelEvent;
  readonly commit: number;
}

/** The promises that only nodes can break: I24 to I26. */
export class NodeChecks implements DatabaseWitness {
  /** By process and nonce: how the order of events stood when a claim was withdrawn. */
  private readonly withdrawn = new Map<string, number>();
  /** What was executed wrote this event, among others; in the order of commits. */
  private readonly wrote = new WeakMap<Executed, Written>();
  private commits = 0;
  private lastEvent: ModelEvent | undefined;
  /** By process: the newest of its commits that was acknowledged to it. */
  private readonly kept = new Map<Life, Written>();
  /** By process and nonce: when its claim, or that it took the payment up, was acknowledged. */
  private readonly readyMs = new Map<string, number>();
  /** By nonce: the process that claimed the payment or took it up last. */
  private readonly holders = new Map<string, Life>();
  private stoppedSinceMs: number | undefined;

  constructor(
    private readonly parts: {
      readonly checker: () => Checker;
      readonly database: () => SharedDatabase;
      readonly nowMs: () => number;
    },
  ) {}

  executed(executed: Executed): void {
    const { life, name, values, sentAt, rows } = executed;
    const { tables } = this.parts.database().model;
    const event = tables.lastEvent;
    if (event && event !== this.lastEvent && tables.event(event.boot_id, event.seq) === event)
      this.wrote.set(executed, { event, commit: ++this.commits });
    this.lastEvent = event;
    if (name === 'stop') this.stoppedSinceMs ??= this.parts.nowMs();
    if (name.startsWith('claim'))
      for (const { n, id } of rows as readonly { n: number | null; id: number }[])
        if (n !== null) this.claimed(life, tables.payment(id)!.nonce, sentAt);
    if (name === 'take_up' && rows.length > 0) this.holders.set(tables.payment(values[1] as number)!.nonce, life);
    if (name === 'refuse' && (rows as readonly { moved: boolean }[])[0]!.moved)
      this.refused(life, tables.payment(values[1] as number)!.nonce);
  }

  acknowledged(executed: Executed): void {
    const written = this.wrote.get(executed);
    if (written && written.commit > (this.kept.get(executed.life)?.commit ?? 0)) this.kept.set(executed.life, written);
  }

  /** A process has what it may settle in a write of its own. */
  isReady(life: Life, nonce: string): void {
    this.readyMs.set(`${life.bootId} ${nonce}`, this.parts.nowMs());
  }

  /** Whether a process slept since then, so that others went on with the payment and only its nonce keeps it from a second charge. */
  isExcused(life: Life, nonce: string): boolean {
    return life.isFrozen || life.awokeMs >= (this.readyMs.get(`${life.bootId} ${nonce}`) ?? Infinity);
  }

  /** A client may be answered that nothing is left of the claim. */
  hasWithdrawn(life: Life, nonce: string): void {
    this.withdrawn.set(`${life.bootId} ${nonce}`, this.parts.database().tick());
  }

  /** Processes whose acknowledged events are not there any more. */
  losers(lives: Iterable<Life>): readonly Life[] {
    const { tables } = this.parts.database().model;
    return [...lives].filter((life) => {
      const kept = this.kept.get(life);
      return kept !== undefined && tables.event(life.bootId, kept.event.seq) === undefined;
    });
  }

  /** I26, a while after a failover that lost what these had written. */
  expectStop(losers: readonly Life[]): void {
    if (losers.some(({ isAlive }) => isAlive) && this.parts.database().model.tables.switch.stopped === null)
      this.parts.checker().fail('I26', 'a node misses what it had written, and sales go on');
  }

  /** I26, when a settle call leaves. */
  settleLeaves(life: Life): void {
    const sinceMs = this.stoppedSinceMs;
    if (sinceMs !== undefined && this.parts.nowMs() > sinceMs + STOP_WITHIN_MS)
      this.parts.checker().fail('I26', `boot ${life.number} settles although the ledger lost what it had acknowledged`);
  }

  private claimed(life: Life, nonce: string, sentAt: number): void {
    const at = this.withdrawn.get(`${life.bootId} ${nonce}`);
    this.holders.set(nonce, life);
    if (at !== undefined && at > sentAt)
      this.parts.checker().fail('I25', `the claim of nonce ${nonce.slice(-6)} is written after it was withdrawn`);
  }

  private refused(life: Life, nonce: string): void {
    const holder = this.holders.get(nonce);
    if (holder && holder !== life)
      this.parts
        .checker()
        .fail('I24', `boot ${life.number} frees nonce ${nonce.slice(-6)}, which boot ${holder.number} took up`);
  }
}
