import type { ModelDatabase } from '@stackcheck/store-postgres/testing';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';

/** A write between its arrival and the confirmation of the standby. */
interface Unconfirmed {
  isBegun: boolean;
  apply(): void;
  /** The standby has it; idempotent. */
  confirm(): void;
}

/** The writes of a database, one after the other, each of which is answered when the standby has confirmed it. */
export class Commits {
  /** Those that wait for their turn or for the standby. */
  private readonly queued = new Set<Unconfirmed>();
  /** Grows when the server ends, so that what it had under way is known to be over. */
  private epoch = 0;
  private standbyBackMs = 0;
  private busyUntilMs = 0;
  private confirmedMs = 0;
  private confirmedTo = 0;

  constructor(
    private readonly model: ModelDatabase,
    private readonly parts: {
      readonly scheduler: Scheduler;
      readonly random: Random;
      /** What a standby has not confirmed is seen by others. */
      readonly showsUnconfirmed: boolean;
      /** A commit that waits is let go after so long, as if it were confirmed; never when absent. */
      readonly cancelsAfterMs: number | undefined;
    },
  ) {}

  /** How many commits the standby has. */
  get confirmed(): number {
    return this.confirmedTo;
  }

  loseStandby(forMs: number): void {
    this.standbyBackMs = Math.max(this.standbyBackMs, this.parts.scheduler.nowMs + forMs);
  }

  /** What was written and not confirmed reaches the disk of the next server, or does not. */
  keepSome(): void {
    for (const one of this.queued) if (one.isBegun && this.parts.random.chance(0.5)) one.apply();
  }

  /** The server ends. */
  end(upAtMs: number): void {
    this.epoch++;
    this.queued.clear();
    this.confirmedTo = this.model.position;
    this.busyUntilMs = upAtMs;
  }

  /** The standby is back: what waited for it is confirmed, in its order. */
  calm(fromMs: number): void {
    this.standbyBackMs = 0;
    this.confirmedMs = this.busyUntilMs = fromMs;
    for (const one of [...this.queued]) one.confirm();
  }

  /** @param answer called when the write is acknowledged; never, when the server ends before */
  write<Outcome>(run: () => Outcome, answer: (outcome: Outcome) => void): void {
    const { scheduler, random, showsUnconfirmed, cancelsAfterMs = Infinity } = this.parts;
    const { epoch } = this;
    const startMs = Math.max(scheduler.nowMs, this.busyUntilMs) + random.between(0, 1);
    // Commits are confirmed in their order.
    const endMs = Math.max(startMs + random.between(0, 2), this.standbyBackMs, this.confirmedMs + 0.001);
    this.confirmedMs = endMs;
    const letGoMs = startMs + cancelsAfterMs;
    const isLetGo = letGoMs < endMs;
    let outcome: { readonly of: Outcome } | undefined;
    let position = 0;
    const one: Unconfirmed = {
      isBegun: false,
      apply: () => {
        if (outcome) return;
        outcome = { of: run() };
        ({ position } = this.model);
      },
      confirm: () => {
        if (!this.queued.delete(one)) return;
        one.apply();
        this.confirmedTo = Math.max(this.confirmedTo, position);
        if (!isLetGo) answer(outcome!.of);
      },
    };
    const during = (ms: number, happen: () => void): void =>
      scheduler.after(ms - scheduler.nowMs, () => {
        if (epoch === this.epoch) happen();
      });
    this.queued.add(one);
    during(startMs, () => {
      one.isBegun = true;
      if (showsUnconfirmed && this.queued.has(one)) one.apply();
    });
    // One that waits for the standby keeps others from its rows; here, from all.
    this.busyUntilMs = showsUnconfirmed ? startMs : Math.min(endMs, letGoMs);
    if (isLetGo)
      during(letGoMs, () => {
        one.apply();
        answer(outcome!.of);
      });
    during(endMs, () => one.confirm());
  }
}
