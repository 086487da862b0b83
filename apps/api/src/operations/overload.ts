/** What the overload gate asks. */
export interface OverloadOptions {
  /** Requests with a payment that are worked on at once. Free routes and offers are not counted: the rest is theirs. */
  readonly paidInFlightMax: number;
  /** Whether payments are refused for another reason, e.g. a slow event loop. */
  readonly isShedding: () => boolean;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const RETRY_SECONDS_MIN = 1;
const RETRY_SECONDS_MAX = 5;

/**
 * Refuses requests that bring a payment before anything of the payment is read, when there are too many of them. An offer
 * costs next to nothing and a free route little, so neither is refused here.
 */
export class Overload {
  private count = 0;
  private refused = 0;

  constructor(private readonly options: OverloadOptions) {}

  /** Takes a place, or says no. Every place taken must be given back with `leave`. */
  enter(): boolean {
    if (this.count >= this.options.paidInFlightMax || this.options.isShedding()) {
      this.refused++;
      return false;
    }
    this.count++;
    return true;
  }

  leave(): void {
    this.count--;
  }

  /** Whole seconds, spread so that those who were refused together do not return together. */
  retryAfterSeconds(): number {
    return RETRY_SECONDS_MIN + Math.floor(this.options.random() * (RETRY_SECONDS_MAX - RETRY_SECONDS_MIN + 1));
  }

  get inFlight(): number {
    return this.count;
  }

  get shed(): number {
    return this.refused;
  }
}
