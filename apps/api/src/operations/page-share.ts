import type { ServerResponse } from 'node:http';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Clock } from '@stackcheck/contract';
import { ClientPlaces } from './client-places';
import type { Place } from './overload-gate';

/** What sharing the event loop between pages and sales needs. */
export interface PageShareDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Requests with a payment that are worked on. */
  salesUnderWay(): number;
  /** Address of the client that asks for a page. */
  clientOf(response: ServerResponse): string;
  /** Answers a page that found no room in time. */
  refuse(response: ServerResponse): void;
  /** Part of the time since the last call in which the event loop was busy; Node's own when absent. */
  readonly utilization?: () => number;
}

/** What pages take of the event loop while sales want all of it. */
const SHARE_MIN = 0.01;
/** Above this part of busy time sales and pages are in each other's way. */
const BUSY = 0.7;
const LOOK_EVERY_MS = 100;
const TURN_MS = 10;
/** About what Node takes to read and write a page, besides making it. */
const TRANSPORT_MS = 0.02;
const SAVED_MAX_MS = 10;
/** A page that takes long does not close the door for longer than this costs. */
const OWED_MAX_MS = 5;
const WAITING_MAX = 250;
const PATIENCE_MS = 2_000;

interface Waiting {
  readonly response: ServerResponse;
  readonly sinceMs: number;
  readonly place: Place;
  answer(): void;
}

/**
 * Pages are free, and sales come first: while the event loop is busy and payments are worked on, pages get a hundredth of its time, and the
 * ones beyond that wait in line, of which no client takes more than half. Once there is room again, their share doubles with every look.
 */
export class PageShare {
  private readonly waiting: Waiting[] = [];
  private readonly places: ClientPlaces;
  private readonly utilization: () => number;
  private share = 1;
  private savedMs = SAVED_MAX_MS;
  private savedAtMs: number;
  private lookedAtMs: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: PageShareDeps) {
    this.utilization = deps.utilization ?? loopUtilization();
    this.places = new ClientPlaces(WAITING_MAX, deps.clock);
    this.savedAtMs = this.lookedAtMs = deps.clock.monotonic();
  }

  /** Answers now, or as soon as there is room; refuses what would have to wait for too long. */
  serve(response: ServerResponse, answer: () => void): void {
    const nowMs = this.look();
    if (this.share === 1 && this.waiting.length === 0) return answer();
    if (this.savedMs > 0 && this.waiting.length === 0) return this.answer({ response, answer }, nowMs);
    const place = this.places.take(this.deps.clientOf(response));
    if (typeof place === 'string') return this.deps.refuse(response);
    this.waiting.push({ response, answer, sinceMs: nowMs, place });
    this.timer ??= setTimeout(() => this.turn(), TURN_MS);
  }

  /** Those at the head of the line, as many as there is room for. */
  private turn(): void {
    this.timer = undefined;
    const nowMs = this.look();
    while (this.waiting.length > 0) {
      const [{ response, sinceMs }] = this.waiting as [Waiting];
      const isLate = nowMs - sinceMs > PATIENCE_MS;
      if (this.savedMs <= 0 && !isLate && !response.destroyed) break;
      const first = this.waiting.shift()!;
      first.place.leave();
      if (response.destroyed) continue;
      if (this.savedMs > 0) this.answer(first, nowMs);
      else this.deps.refuse(response);
    }
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.turn(), TURN_MS);
  }

  private answer({ response, answer }: Pick<Waiting, 'response' | 'answer'>, startedMs: number): void {
    this.savedMs -= TRANSPORT_MS;
    response.once('prefinish', () => {
      const tookMs = this.deps.clock.monotonic() - startedMs;
      this.savedMs = Math.max(-OWED_MAX_MS, this.savedMs - tookMs);
    });
    answer();
  }

  /** Saves up what time brought, and looks now and then how busy the event loop was. */
  private look(): number {
    const nowMs = this.deps.clock.monotonic();
    if (nowMs - this.lookedAtMs >= LOOK_EVERY_MS) {
      this.lookedAtMs = nowMs;
      const isContested = this.utilization() >= BUSY && this.deps.salesUnderWay() > 0;
      this.share = isContested ? SHARE_MIN : Math.min(1, 2 * this.share);
    }
    this.savedMs = Math.min(SAVED_MAX_MS, this.savedMs + (nowMs - this.savedAtMs) * this.share);
    this.savedAtMs = nowMs;
    return nowMs;
  }
}

function loopUtilization(): () => number {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
