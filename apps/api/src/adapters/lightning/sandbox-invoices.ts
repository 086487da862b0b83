import { createHash } from 'node:crypto';
import type { Clock } from '@stackcheck/contract';
import type {
  CancelOutcome,
  CreateOutcome,
  InvoiceOrder,
  InvoiceSource,
  LookupOutcome,
} from '@stackcheck/payment-l402/invoices';
import { sandboxInvoiceText } from './sandbox-invoice-text';

/** What the sandbox's node is made of. */
export interface SandboxInvoicesDeps {
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  /** False in tests that pay, cancel or let expire by hand; true: reading the preimage in the invoice is paying. */
  readonly settlesItself: boolean;
}

interface SandboxInvoice {
  readonly preimage: string;
  readonly amountMsat: bigint;
  readonly expiresMs: number;
  state: 'open' | 'accepted' | 'settled' | 'canceled';
}

/** Older ones are forgotten, as after a restart. */
const INVOICES_MAX = 10_000;

/**
 * Lightning without a node: real preimages and payment hashes, invoices that every decoder reads and no wallet can pay. The
 * preimage stands in the invoice's description, so that any client can try the whole exchange. No money moves.
 */
export class SandboxInvoices implements InvoiceSource {
  readonly name = 'sandbox';
  private readonly invoices = new Map<string, SandboxInvoice>();

  constructor(private readonly deps: SandboxInvoicesDeps) {}

  async create({ amountMsat, expirySeconds, memo }: InvoiceOrder): Promise<CreateOutcome> {
    const preimage = Buffer.from(this.deps.randomBytes(32)).toString('hex');
    const hash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest();
    const paymentHash = hash.toString('hex');
    const nowMs = this.deps.clock.now();
    const state = this.deps.settlesItself ? 'settled' : 'open';
    this.invoices.set(paymentHash, { preimage, amountMsat, expiresMs: nowMs + expirySeconds * 1_000, state });
    const [oldest] = this.invoices.keys();
    if (this.invoices.size > INVOICES_MAX && oldest !== undefined) this.invoices.delete(oldest);
    const paymentRequest = sandboxInvoiceText({
      amountMsat,
      timestamp: Math.floor(nowMs / 1_000),
      paymentHash: hash,
      description: `sandbox, not payable: ${memo}; preimage ${preimage}`,
      expirySeconds,
    });
    return { kind: 'created', paymentHash, paymentRequest };
  }

  async lookup(paymentHash: string): Promise<LookupOutcome> {
    const invoice = this.invoices.get(paymentHash);
    // Another node's, or one of before a restart: its preimage was read in the invoice, and the macaroon proves who made it.
    if (!invoice && this.deps.settlesItself) return { kind: 'found', state: 'settled', paidMsat: 0n };
    if (!invoice) return { kind: 'absent' };
    const isExpired = invoice.state === 'open' && this.deps.clock.now() >= invoice.expiresMs;
    const state = isExpired ? 'canceled' : invoice.state;
    return { kind: 'found', state, paidMsat: state === 'settled' ? invoice.amountMsat : 0n };
  }

  async cancel(paymentHash: string): Promise<CancelOutcome> {
    const invoice = this.invoices.get(paymentHash);
    if (invoice?.state === 'settled') return { kind: 'settled' };
    if (invoice) invoice.state = 'canceled';
    return { kind: 'canceled' };
  }

  /** Pays an invoice. @returns its preimage */
  settle(paymentHash: string): string {
    return this.move(paymentHash, 'settled');
  }

  /** Holds its payment, as a node does that may still give it back. @returns its preimage */
  accept(paymentHash: string): string {
    return this.move(paymentHash, 'accepted');
  }

  private move(paymentHash: string, state: SandboxInvoice['state']): string {
    const invoice = this.invoices.get(paymentHash);
    if (!invoice) throw new Error('no such invoice');
    invoice.state = state;
    return invoice.preimage;
  }
}
