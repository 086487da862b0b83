import type { Clock } from '../clock';

/** A clock that moves only when a test moves it. */
export class FixedClock implements Clock {
  private elapsedMs = 0;

  /** @param start an ISO 8601 instant or epoch milliseconds */
  constructor(private readonly start: string | number = '2026-11-20T12:00:00.000Z') {}

  now(): number {
    return new Date(this.start).getTime() + this.elapsedMs;
  }

  monotonic(): number {
    return this.elapsedMs;
  }

  advance(ms: number): void {
    this.elapsedMs += ms;
  }
}
