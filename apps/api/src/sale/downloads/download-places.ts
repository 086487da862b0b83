import type { Clock } from '@stackcheck/contract';

/** Who wants to be sent a download. */
export interface Reader {
  /** Id of the payment that bought it. */
  readonly payment: number;
  /** Whether the payment had its answer to the last byte before. */
  readonly wasDelivered: boolean;
  /** Breaks the sending off. */
  cut(): void;
}

/** A place while it is held. */
export interface DownloadPlace {
  /** So many more bytes went out. */
  sent(bytes: number): void;
  /** Gives it back, unless another client took it over. */
  leave(): void;
}

interface Held {
  readonly reader: Reader;
  /** Whether the payment is sent its answer for the first time. */
  readonly isFirst: boolean;
  readonly sinceMs: number;
  /** No client is called slow before that. */
  readonly judgedFromMs: number;
  bytes: number;
}

/** Of all places, the part that only answers may have which are sent for the first time. */
const KEPT_FOR_FIRST = 1 / 4;
/** Who takes less, on the average, gives way when another one waits: a fast line is through soon, and frees its place by itself. */
const SLOW_BYTES_PER_SECOND = 1024 * 1024;
const GRACE_MS = 5_000;
/** A connection may break a few times; who comes again and again is judged at once. */
const GRACES_MAX = 3;
/** Payments whose sendings are remembered. */
const REMEMBERED_MAX = 1_000;

/**
 * The places of downloads that are being sent. A payment has at most one: a second request with the same payment takes the place
 * over, so that no client waits for a connection that died. When all places are taken, the slowest reader gives way to the next
 * request; readers of a repeated answer give way first, and never hold more than three quarters of the places. A client whose
 * download was cut loses nothing: its payment buys the same answer again.
 */
export class DownloadPlaces {
  private readonly byPayment = new Map<number, Held>();
  /** How often each payment was sent its answer, in the order of their first times. */
  private readonly sendings = new Map<number, number>();

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly max: number,
  ) {}

  /** Whether there would be a place now. @param reader absent: for an answer that is about to be sold */
  hasRoom(reader?: Pick<Reader, 'payment' | 'wasDelivered'>): boolean {
    if (reader && this.byPayment.has(reader.payment)) return true;
    const isFirst = !reader || this.isFirst(reader);
    return this.isFree(isFirst) || this.slowest(isFirst) !== undefined;
  }

  /** Takes a place, if need be from another client, which is cut. Undefined when there is none. */
  take(reader: Reader): DownloadPlace | undefined {
    const own = this.byPayment.get(reader.payment);
    if (!own && !this.hasRoom(reader)) return undefined;
    const isFirst = this.isFirst(reader);
    const sendings = (this.sendings.get(reader.payment) ?? 0) + 1;
    const nowMs = this.clock.monotonic();
    const held: Held = own
      ? // Coming again makes no client younger or faster.
        { ...own, reader }
      : { reader, isFirst, sinceMs: nowMs, judgedFromMs: nowMs + (sendings > GRACES_MAX ? 0 : GRACE_MS), bytes: 0 };
    if (own) this.cut(own);
    else if (!this.isFree(isFirst)) this.cut(this.slowest(isFirst)!);
    this.byPayment.set(reader.payment, held);
    this.remember(reader.payment, sendings);
    return {
      sent: (bytes) => void (held.bytes += bytes),
      leave: () => {
        if (this.byPayment.get(reader.payment) === held) this.byPayment.delete(reader.payment);
      },
    };
  }

  private isFirst({ payment, wasDelivered }: Pick<Reader, 'payment' | 'wasDelivered'>): boolean {
    return !wasDelivered && !this.sendings.has(payment);
  }

  private isFree(forFirst: boolean): boolean {
    return this.byPayment.size < this.max && (forFirst || this.mayHaveMoreAgain());
  }

  private mayHaveMoreAgain(): boolean {
    const again = [...this.byPayment.values()].filter(({ isFirst }) => !isFirst).length;
    return again < this.max - Math.floor(this.max * KEPT_FOR_FIRST);
  }

  /** Who gives way next: those that are sent their answer again before the others, of either kind the slowest. */
  private slowest(forFirst: boolean): Held | undefined {
    const nowMs = this.clock.monotonic();
    const rate = ({ bytes, sinceMs }: Held): number => (bytes * 1_000) / Math.max(1, nowMs - sinceMs);
    const isAny = forFirst || this.mayHaveMoreAgain();
    return [...this.byPayment.values()]
      .filter((held) => (isAny || !held.isFirst) && nowMs >= held.judgedFromMs && rate(held) < SLOW_BYTES_PER_SECOND)
      .sort((a, b) => Number(a.isFirst) - Number(b.isFirst) || rate(a) - rate(b))[0];
  }

  private cut({ reader }: Held): void {
    this.byPayment.delete(reader.payment);
    reader.cut();
  }

  private remember(payment: number, sendings: number): void {
    this.sendings.set(payment, sendings);
    const oldest = this.sendings.size > REMEMBERED_MAX ? this.sendings.keys().next().value : undefined;
    if (oldest !== undefined) this.sendings.delete(oldest);
  }
}
