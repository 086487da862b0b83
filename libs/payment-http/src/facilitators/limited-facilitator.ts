import { LIMITS, type Clock } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import type {
  FacilitatorRequest,
  FacilitatorState,
  SettleOutcome,
  VerifyOutcome,
} from '@stackcheck/payment-x402/facilitator';

/** How many calls a facilitator gets at once, and who observes them. */
export interface FacilitatorLimits {
  readonly clock: Clock;
  readonly callsMax: number;
  /** A call that got no place within this was never made. */
  readonly queueMs?: number;
  /** Called for every call when it ends. */
  readonly observe?: (call: 'verify' | 'settle', outcome: string, seconds: number) => void;
}

const QUEUE_MS = 2_000;

interface Waiting {
  /** Hands over a place. */
  readonly go: () => void;
}

/**
 * A facilitator with a cap on calls at once. Settlements go before verifications, since their payments are claimed already.
 * A settle call that finds no place in time was not sent, and is reported as that: nothing else would free its payment.
 */
export class LimitedFacilitator implements Facilitator {
  private running = 0;
  private readonly settling: Waiting[] = [];
  private readonly verifying: Waiting[] = [];

  constructor(
    private readonly inner: Facilitator,
    private readonly limits: FacilitatorLimits,
  ) {}

  get name(): string {
    return this.inner.name;
  }

  get evidence(): Facilitator['evidence'] {
    return this.inner.evidence;
  }

  health(): ReturnType<Facilitator['health']> {
    return this.inner.health();
  }

  states(): readonly FacilitatorState[] {
    return this.inner.states?.() ?? [];
  }

  async verify(request: FacilitatorRequest): Promise<VerifyOutcome> {
    const full: VerifyOutcome = { kind: 'unavailable', reason: 'too many calls wait for the facilitator' };
    return this.call('verify', this.verifying, this.queueMs, full, () => this.inner.verify(request));
  }

  async settle(request: FacilitatorRequest, timeoutMs: number = LIMITS.settleTimeoutMs): Promise<SettleOutcome> {
    const { clock } = this.limits;
    const startedMs = clock.monotonic();
    const full: SettleOutcome = { kind: 'not_sent', reason: 'too many calls wait for the facilitator' };
    return this.call('settle', this.settling, Math.min(this.queueMs, timeoutMs), full, () =>
      // Waiting is part of the time that the caller allowed.
      this.inner.settle(request, Math.max(1, timeoutMs - (clock.monotonic() - startedMs))),
    );
  }

  private get queueMs(): number {
    return this.limits.queueMs ?? QUEUE_MS;
  }

  private async call<T extends { readonly kind: string }>(
    name: 'verify' | 'settle',
    queue: Waiting[],
    waitMs: number,
    full: T,
    act: () => Promise<T>,
  ): Promise<T> {
    const startedMs = this.limits.clock.monotonic();
    const tell = (outcome: T): T => {
      this.limits.observe?.(name, outcome.kind, (this.limits.clock.monotonic() - startedMs) / 1_000);
      return outcome;
    };
    if (!(await this.place(queue, waitMs))) return tell(full);
    try {
      return tell(await act());
    } finally {
      this.giveBack();
    }
  }

  private place(queue: Waiting[], waitMs: number): Promise<boolean> {
    if (this.running < this.limits.callsMax) {
      this.running++;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        resolve(false);
      }, waitMs);
      const waiting: Waiting = {
        go: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      queue.push(waiting);
    });
  }

  /** The place goes to the one that waits longest, so that `running` stays what it is. */
  private giveBack(): void {
    const next = this.settling.shift() ?? this.verifying.shift();
    if (next) next.go();
    else this.running--;
  }
}
