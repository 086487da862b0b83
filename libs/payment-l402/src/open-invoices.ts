import type { Clock } from '@stackcheck/contract';
import { clientKey } from '@stackcheck/payment-x402';

/** How many unpaid invoices may be open at once. */
export interface OpenInvoiceLimits {
  readonly perClientMax: number;
  readonly max: number;
  readonly expirySeconds: number;
}

/** The right to make one invoice. */
export interface InvoiceSlot {
  /** The invoice exists; it counts until it is paid or expires. */
  made(paymentHash: string): void;
  /** No invoice came of it. */
  free(): void;
}

/** Every invoice lies on the node until it is paid or expires, so strangers get a few at a time. */
export interface OpenInvoices {
  /** Undefined when the client, or all clients together, have enough open ones. */
  reserve(client: string): InvoiceSlot | undefined;
  /** The invoice was paid. */
  paid(paymentHash: string): void;
  /** How many are open, for metrics. */
  count(): number;
}

interface OpenInvoice {
  readonly client: string;
  readonly expiresMs: number;
  paymentHash?: string;
}

/** Counts in memory: after a restart the old ones expire within minutes. Bounded by `limits.max`. */
export function createOpenInvoices(clock: Clock, limits: OpenInvoiceLimits): OpenInvoices {
  // All live equally long, so insertion order is the order of expiry.
  const open = new Set<OpenInvoice>();
  const dropExpired = (): void => {
    for (const invoice of open) {
      if (invoice.expiresMs > clock.monotonic()) return;
      open.delete(invoice);
    }
  };
  return {
    reserve(address) {
      dropExpired();
      const client = clientKey(address);
      const ofClient = [...open].filter((invoice) => invoice.client === client).length;
      if (open.size >= limits.max || ofClient >= limits.perClientMax) return undefined;
      const invoice: OpenInvoice = { client, expiresMs: clock.monotonic() + limits.expirySeconds * 1_000 };
      open.add(invoice);
      return {
        made: (paymentHash) => void (invoice.paymentHash = paymentHash),
        free: () => void open.delete(invoice),
      };
    },
    paid(paymentHash) {
      for (const invoice of open) if (invoice.paymentHash === paymentHash) open.delete(invoice);
    },
    count() {
      dropExpired();
      return open.size;
    },
  };
}
