// Before the ledger, which keeps what it finds.
import './deterministic-zlib';
import './recycled-connections';
import type { OpenPaymentLedger } from '@stackcheck/store-sqlite/testing';
import {
  LedgerServer,
  LedgerThreadEndedError,
  RemoteLedger,
  type ThreadedLedger,
} from '@stackcheck/store-sqlite/testing';
import { inOrder } from '../core/channel';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';

/** How a ledger is handed over between the event loop and a thread. */
export interface ThreadHabits {
  /** Writes that wait here when it goes over. */
  readonly busyFrom: number;
  /** How long it must be quiet before it comes back. */
  readonly quietMs: number;
  /** How long the thread takes to start. */
  readonly startMs: number;
  /** How often it can be asked, once it has started; what makes it go over at any moment. */
  readonly readyRate: number;
  /** How often a question is the end of the thread. */
  readonly endRate: number;
}

/**
 * The thread's side of a ledger that is handed over: the real ledger with a connection of its own and the real desk, at the other end
 * of a channel whose messages take their time. Its process may end with messages under way, and the thread by itself.
 */
export class LedgerThreadModel implements ThreadedLedger {
  readonly ledger: RemoteLedger;
  fault: unknown;
  private itself: OpenPaymentLedger | undefined;
  private desk: LedgerServer | undefined;
  private readonly fromThread: (arrive: () => void) => void;
  private isStarted = false;
  private isOver = false;

  constructor(
    private readonly parts: {
      readonly bootId: string;
      readonly habits: ThreadHabits;
      readonly scheduler: Scheduler;
      readonly random: Random;
      readonly open: () => OpenPaymentLedger;
      readonly isAlive: () => boolean;
      /** A message may be the end of its process, which is then no more. */
      readonly strikes: (name: string, when: 'before' | 'after') => boolean;
      /** Whether nothing goes wrong any more. */
      readonly isCalm: () => boolean;
      /** The thread ended by itself with calls under way. */
      readonly onEnd: () => void;
    },
  ) {
    const { scheduler, random, bootId } = parts;
    const toThread = inOrder(scheduler, random);
    this.fromThread = inOrder(scheduler, random);
    this.ledger = new RemoteLedger(bootId, (questions) => {
      if (this.isGone || parts.strikes(`thread.${questions.at(-1)![1]}`, 'before')) return;
      const copies = structuredClone(questions);
      toThread(() => {
        if (this.isGone) return;
        if (!parts.isCalm() && random.chance(parts.habits.endRate)) return this.endByItself();
        for (const question of copies) void this.desk?.take(question);
      });
    });
  }

  get underWay(): number {
    return this.ledger.underWay;
  }

  isReady(): boolean {
    const { scheduler, random, habits } = this.parts;
    if (!this.isStarted) {
      this.isStarted = true;
      scheduler.after(habits.startMs, () => this.isGone || this.start());
    }
    return this.itself !== undefined && !this.isOver && random.chance(habits.readyRate);
  }

  fail(cause: unknown): void {
    this.fault ??= cause;
    this.isOver = true;
    this.itself?.fail(cause);
    this.ledger.fail(this.fault);
  }

  /** As with its process, which takes along what waits to be sent. */
  close(): void {
    this.isOver = true;
    this.itself?.close();
  }

  private get isGone(): boolean {
    return this.isOver || !this.parts.isAlive();
  }

  private start(): void {
    this.itself = this.parts.open();
    this.desk = new LedgerServer(this.itself, (answers) => {
      const copies = structuredClone(answers);
      this.fromThread(() => {
        if (!this.isGone && !this.parts.strikes('thread', 'after')) this.ledger.answered(copies);
      });
    });
  }

  private endByItself(): void {
    this.fail(new LedgerThreadEndedError());
    this.parts.onEnd();
  }
}
