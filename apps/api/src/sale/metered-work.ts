import type { Clock } from '@stackcheck/contract';
import { BUDGET_MS, type Spending } from '@stackcheck/payment-x402/checks';
import type { ProofLevel } from '@stackcheck/payment-x402/gate';

/** From here on an input is worth the recovery of a signature, which takes a fraction of this. */
const COSTLY_MS = 1;
/** From here on it is worth asking the facilitator first, which a sale has to do in any case. */
const DEAR_MS = 20;
/** What a client's requests may have spent before its next ones have to prove something, however cheap they are. */
const SUSPECT_MS = BUDGET_MS / 10;
const HALF_MS = BUDGET_MS / 2;
/** What every request takes besides its own work: reading it, the ledger, an answer. */
const REQUEST_MS = 0.25;
/** The recovery of a signature. */
const PROOF_MS = 0.25;

/**
 * How sure of a payment one has to be before an input is worked on.
 * @param costMs about what it will take
 * @param spentMs what its client spent without paying, this request included
 */
export function proofWanted(costMs: number, spentMs: number): ProofLevel | null {
  if (costMs >= DEAR_MS || spentMs >= HALF_MS) return 'verified';
  return costMs >= COSTLY_MS || spentMs >= SUSPECT_MS ? 'signed' : null;
}

/** The work on one request, measured where it keeps the processor to itself. */
export class MeteredWork {
  constructor(
    private readonly spending: Spending,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    spending.spend(REQUEST_MS);
  }

  run<T>(work: () => T): T {
    const startedMs = this.clock.monotonic();
    try {
      return work();
    } finally {
      this.spending.spend(this.clock.monotonic() - startedMs);
    }
  }

  /** The reading of an input, of which only what happens at once and the parsing are work. */
  async reading<T>(raw: { parsingMs?(): number }, read: () => Promise<T>): Promise<T> {
    const beforeMs = raw.parsingMs?.() ?? 0;
    try {
      return await this.run(read);
    } finally {
      this.spending.spend((raw.parsingMs?.() ?? 0) - beforeMs);
    }
  }

  /** Before proof is asked for, whose time cannot be distinguished from that of the facilitator. */
  proving(): void {
    this.spending.spend(PROOF_MS);
  }

  /** For work that is not measured: about so much. */
  spend(ms: number): void {
    this.spending.spend(ms);
  }

  /** The answer is being made and paid for: others of the client may wait for the end. */
  underWay(): void {
    this.spending.underWay();
  }

  giveBack(): void {
    this.spending.giveBack();
  }

  /** What was not given back stays spent. */
  end(): void {
    this.spending.end();
  }
}
