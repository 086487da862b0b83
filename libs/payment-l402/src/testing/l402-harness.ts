import { FixedClock } from '@stackcheck/contract/testing';
import type { ErrorCode } from '@stackcheck/contract';
import { createRefusalLimit, LocalLocks, type PricedRoute, type StoredAnswer } from '@stackcheck/payment-x402';
import type { AdmittedPayment } from '@stackcheck/payment-x402/gate';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import { MemoryLedger, SAMPLE_ROUTE, type MemoryRows } from '@stackcheck/payment-x402/testing';
import type { L402Gate, L402GateDeps, PresentedCredential } from '../gate-types';
import { createL402Gate } from '../l402-gate';
import type { L402Event } from '../l402-log';
import { createOpenInvoices } from '../open-invoices';
import type { RateQuote } from '../rate';
import { FakeInvoiceSource } from './fake-invoice-source';

/** What a client sees of one call. */
export type CallOutcome =
  | { readonly body: string; readonly replayed: boolean }
  | { readonly code: ErrorCode; readonly message?: string; readonly challenges?: readonly string[] };

/** A token with the preimage of its paid invoice, as the header carries them. */
export interface Bought {
  readonly token: string;
  readonly preimage: string;
  readonly authorization: string;
}

/** A gate of the L402 rail with everything around it faked, that can be restarted over the same rows. */
export class L402Harness {
  readonly clock = new FixedClock();
  readonly source = new FakeInvoiceSource();
  readonly rows: MemoryRows = [];
  readonly events: L402Event[] = [];
  readonly secret = Buffer.alloc(32, 7);
  quote: RateQuote | undefined = { centsPerBitcoin: 10_000_000n, asOfMs: this.clock.now() };
  ledger!: MemoryLedger;
  locks!: LocalLocks;
  gate!: L402Gate;
  private answers = 0;
  private tokens = 0;

  constructor(private readonly change: Partial<L402GateDeps> = {}) {
    this.boot('boot-1');
  }

  /** Starts again over the same rows: everything in memory is lost. */
  boot(bootId: string): void {
    this.ledger = new MemoryLedger(bootId, this.rows);
    this.locks = new LocalLocks();
    this.gate = createL402Gate({
      ledger: this.ledger,
      locks: this.locks,
      refusals: createRefusalLimit({ clock: this.clock }),
      secrets: () => [this.secret],
      invoices: this.source,
      rate: { quote: () => this.quote },
      rateLimits: { centsPerBitcoinMin: 1_000_000n, centsPerBitcoinMax: 100_000_000n, ageMsMax: 86_400_000 },
      openInvoices: createOpenInvoices(this.clock, {
        perClientMax: 10,
        perNetworkMax: 20,
        max: 100,
        expirySeconds: 300,
      }),
      clock: this.clock,
      randomBytes: (count) => Buffer.alloc(count, ++this.tokens),
      log: (event) => this.events.push(event),
      ...this.change,
    });
  }

  admit(
    change: Partial<Omit<PresentedCredential, 'fingerprint' | 'unanswerable'>> & {
      fingerprint?: string;
      unanswerable?: string;
      route?: PricedRoute;
    } = {},
  ) {
    const { fingerprint = 'f0'.repeat(32), unanswerable = null, ...rest } = change;
    return this.gate.admit({
      route: SAMPLE_ROUTE,
      resourceUrl: 'https://api.example.com/v1/eol/nodejs',
      authorization: [],
      client: '192.0.2.1',
      ...rest,
      fingerprint: () => Promise.resolve(fingerprint),
      unanswerable: async () => unanswerable,
    });
  }

  /** One request from header to answer. Every computed answer has a body of its own. */
  async call(change: Parameters<L402Harness['admit']>[0] = {}): Promise<CallOutcome> {
    const admission = await this.admit(change);
    return this.seen(admission.kind === 'admitted' ? await admission.settle(this.nextAnswer()) : admission);
  }

  /** Asks for a challenge and pays its invoice. */
  async buy(change: Parameters<L402Harness['admit']>[0] = {}): Promise<Bought> {
    const token = tokenOf(await this.call({ ...change, authorization: [] }));
    const preimage = this.source.settle();
    return { token, preimage, authorization: `L402 ${token}:${preimage}` };
  }

  nextAnswer(): StoredAnswer {
    const body = Buffer.from(`{"answer":${++this.answers}}`);
    return { status: 200, contentType: 'application/json; charset=utf-8', body, snapshotIds: [] };
  }

  private async seen(outcome: PaidAnswer | GateRefusal | AdmittedPayment): Promise<CallOutcome> {
    if (outcome.kind === 'paid') {
      await outcome.delivered();
      return { body: Buffer.from(outcome.answer.body).toString(), replayed: outcome.replayed };
    }
    if (outcome.kind === 'admitted') throw new Error('still admitted');
    const { code, message, challenges } = outcome;
    return { code, ...(message === undefined ? {} : { message }), ...(challenges ? { challenges } : {}) };
  }
}

/** The token of the challenge that came with an answer. */
export function tokenOf(seen: CallOutcome): string {
  const [line = ''] = 'challenges' in seen ? (seen.challenges ?? []) : [];
  const match = /token="([^"]+)"/.exec(line);
  if (!match) throw new Error(`no challenge in ${JSON.stringify(seen)}`);
  return match[1]!;
}
