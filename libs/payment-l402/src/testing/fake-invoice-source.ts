import { createHash } from 'node:crypto';
import type { CancelOutcome, CreateOutcome, InvoiceOrder, InvoiceSource, LookupOutcome } from '../invoices';

/** An invoice as the fake keeps it. */
export interface FakeInvoice {
  readonly preimage: string;
  readonly order: InvoiceOrder;
  state: 'open' | 'accepted' | 'settled' | 'canceled';
}

/** A node in memory whose invoices tests settle, hold or cancel. */
export class FakeInvoiceSource implements InvoiceSource {
  readonly name = 'fake';
  readonly invoices = new Map<string, FakeInvoice>();
  /** What the next calls do instead of working. */
  readonly createScript: ('unavailable' | 'throw' | CreateOutcome)[] = [];
  readonly lookupScript: ('unavailable' | 'throw' | 'throw nothing' | LookupOutcome)[] = [];
  readonly cancelScript: ('unavailable' | 'throw')[] = [];
  lookups = 0;

  async create(order: InvoiceOrder): Promise<CreateOutcome> {
    const script = this.createScript.shift();
    if (script === 'throw') throw new Error('socket hang up');
    if (script === 'unavailable') return { kind: 'unavailable', reason: 'scripted' };
    if (script) return script;
    const preimage = createHash('sha256').update(`preimage ${this.invoices.size}`).digest('hex');
    const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex');
    this.invoices.set(paymentHash, { preimage, order, state: 'open' });
    return { kind: 'created', paymentHash, paymentRequest: `lnbcrt1${paymentHash.slice(0, 40)}` };
  }

  async lookup(paymentHash: string): Promise<LookupOutcome> {
    this.lookups++;
    const script = this.lookupScript.shift();
    if (script === 'throw') throw new Error('socket hang up');
    if (script === 'throw nothing') throw null;
    if (script === 'unavailable') return { kind: 'unavailable', reason: 'scripted' };
    if (script) return script;
    const invoice = this.invoices.get(paymentHash);
    if (!invoice) return { kind: 'absent' };
    return {
      kind: 'found',
      state: invoice.state,
      paidMsat: invoice.state === 'settled' ? invoice.order.amountMsat : 0n,
    };
  }

  async cancel(paymentHash: string): Promise<CancelOutcome> {
    const script = this.cancelScript.shift();
    if (script === 'throw') throw new Error('socket hang up');
    if (script === 'unavailable') return { kind: 'unavailable', reason: 'scripted' };
    const invoice = this.invoices.get(paymentHash);
    if (invoice?.state === 'settled') return { kind: 'settled' };
    if (invoice) invoice.state = 'canceled';
    return { kind: 'canceled' };
  }

  /** Pays the newest invoice, or the one of this hash. @returns the preimage, as the payer learns it */
  settle(paymentHash = [...this.invoices.keys()].at(-1)!): string {
    const invoice = this.invoices.get(paymentHash)!;
    if (invoice.state === 'canceled') throw new Error('the invoice is canceled');
    invoice.state = 'settled';
    return invoice.preimage;
  }
}
