import type { ErrorCode } from '@stackcheck/contract';
import type { Random } from './random';
import type { Scheduler } from './scheduler';

/** What a client sees of one request; `isOfSale`: its answer was computed, and then this came of selling it. */
export type Reply =
  | { readonly kind: 'paid'; readonly body: string; readonly paymentResponse: string; readonly replayed: boolean }
  | { readonly kind: 'error'; readonly code: ErrorCode; readonly retryAfterSeconds: number; readonly isOfSale: boolean }
  /** Refused, reset, cut off or timed out. */
  | { readonly kind: 'lost' };

const LOST: Reply = { kind: 'lost' };

/** One request's connection, seen from both ends. */
export class Connection {
  /** What arrives at the client. */
  readonly reply: Promise<Reply>;
  isOpen = true;
  /** The whole answer was handed over and did not arrive. */
  wasLostAfterFinish = false;
  private isDone = false;
  private isUnderWay = false;
  private resolve!: (reply: Reply) => void;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly lossRate: number,
  ) {
    this.reply = new Promise((resolve) => (this.resolve = resolve));
  }

  /** The server's last byte is with the kernel; the network does the rest, whether or not the server lives on. */
  handOver(reply: Reply): void {
    if (!this.isOpen) return;
    this.isUnderWay = true;
    const isLost = this.random.chance(this.lossRate);
    this.scheduler.after(this.random.between(1, 60), () => {
      if (this.isDone) return;
      this.isUnderWay = false;
      this.wasLostAfterFinish = isLost;
      this.end(isLost ? LOST : reply);
    });
  }

  /** The client, or something between, closes the connection. */
  hangUp(): void {
    this.wasLostAfterFinish ||= this.isUnderWay && !this.isDone;
    this.end(LOST);
  }

  /** The server's process is gone; what the kernel holds still arrives, unless the power went, too. */
  reset(withPower: boolean): void {
    if (!this.isUnderWay || withPower) this.hangUp();
  }

  private end(reply: Reply): void {
    this.isOpen = false;
    if (this.isDone) return;
    this.isDone = true;
    this.resolve(reply);
  }
}
