import { openPaymentLedger, type OpenPaymentLedger } from '../../payment-ledger';
import { LedgerServer } from '../ledger-server';
import type { Question } from '../ledger-messages';
import type { ThreadedLedger } from '../ledger-thread';
import { RemoteLedger } from '../remote-ledger';

/** A ledger that is asked by messages as one in a thread is, on the thread of the test: each message takes a turn and is copied. */
export class AskedHere implements ThreadedLedger {
  readonly ledger: RemoteLedger;
  /** What was asked so far. */
  readonly asked: Question[] = [];
  fault: unknown;
  private isClosing = false;
  private isClosed = false;
  private readonly itself: OpenPaymentLedger;

  /** @param ready whether it can be asked, each time that somebody wants to know */
  constructor(
    path: string,
    bootId: string,
    private readonly ready: () => boolean = () => true,
  ) {
    this.itself = openPaymentLedger(path, { bootId });
    const server = new LedgerServer(this.itself, (answers) => {
      const copies = structuredClone(answers);
      setImmediate(() => this.ledger.answered(copies));
    });
    this.ledger = new RemoteLedger(bootId, (questions) => {
      this.asked.push(...questions);
      const copies = structuredClone(questions);
      const take = (): void => copies.forEach((question) => void server.take(question));
      if (this.isClosing) take();
      else setImmediate(() => this.isClosed || take());
    });
  }

  get underWay(): number {
    return this.ledger.underWay;
  }

  isReady(): boolean {
    return this.ready();
  }

  fail(cause: unknown): void {
    this.fault ??= cause;
    this.itself.fail(cause);
    this.ledger.fail(cause);
  }

  close(): void {
    this.isClosing = true;
    this.ledger.flush();
    this.isClosed = true;
    this.itself.close();
  }
}
