import type { Clock } from '@stackcheck/contract';
import { clientKey, widerClientKey } from '@stackcheck/payment-x402/refusals';

/** How many unpaid invoices may be open at once. */
export interface OpenInvoiceLimits {
  readonly perClientMax: number;
  /** Of the clients of one network together: the /24 of an IPv4 address, the /48 of an IPv6 one. */
  readonly perNetworkMax: number;
  readonly max: number;
  readonly expirySeconds: number;
}

/** The right to make one invoice. */
export interface InvoiceSlot {
  /** The invoice exists; it counts until it is paid, lapses or expires. */
  made(paymentHash: string): void;
  /** No invoice came of it. */
  free(): void;
}

/** An unpaid invoice that has to make room for another one. */
export interface LapsingInvoice {
  readonly paymentHash: string;
  /** Nobody can pay it any more, or somebody has: it is no longer open. */
  gone(): void;
  /** It could not be ended, and stays. */
  stays(): void;
}

/** Every invoice lies on the node until it is paid, lapses or expires, so strangers get a few at a time. */
export interface OpenInvoices {
  /** Undefined when the client or its network has enough open ones, or when there is no room before one has lapsed. */
  reserve(client: string): InvoiceSlot | undefined;
  /**
   * What has to lapse before this client can have one: the oldest of the network that has most, so that a crowd makes
   * room for itself. Undefined when there is room, when lapsing would not help, or when none may lapse.
   */
  lapsing(client: string): LapsingInvoice | undefined;
  /** The invoice was paid. */
  paid(paymentHash: string): void;
  /** How many are open, for metrics. */
  count(): number;
}

interface OpenInvoice {
  readonly client: string;
  readonly network: string;
  readonly expiresMs: number;
  paymentHash?: string;
  isLapsing?: true;
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
  const isWithinShare = (client: string, network: string): boolean => {
    let [ofClient, ofNetwork] = [0, 0];
    for (const invoice of open) {
      if (invoice.client === client) ofClient++;
      if (invoice.network === network) ofNetwork++;
    }
    return ofClient < limits.perClientMax && ofNetwork < limits.perNetworkMax;
  };
  return {
    reserve(address) {
      dropExpired();
      const client = clientKey(address);
      const network = widerClientKey(client);
      if (open.size >= limits.max || !isWithinShare(client, network)) return undefined;
      const expiresMs = clock.monotonic() + limits.expirySeconds * 1_000;
      const invoice: OpenInvoice = { client, network, expiresMs };
      open.add(invoice);
      return {
        made: (paymentHash) => void (invoice.paymentHash = paymentHash),
        free: () => void open.delete(invoice),
      };
    },
    lapsing(address) {
      dropExpired();
      const client = clientKey(address);
      if (open.size < limits.max || !isWithinShare(client, widerClientKey(client))) return undefined;
      const oldest = oldestOfLargest(open);
      if (!oldest) return undefined;
      oldest.isLapsing = true;
      return {
        paymentHash: oldest.paymentHash,
        gone: () => void open.delete(oldest),
        stays: () => void delete oldest.isLapsing,
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

type MadeInvoice = OpenInvoice & { readonly paymentHash: string };

/** The oldest invoice of the network that has most of those which may lapse; of equal networks, the oldest of all. */
function oldestOfLargest(open: Iterable<OpenInvoice>): MadeInvoice | undefined {
  const counts = new Map<string, { count: number; readonly oldest: MadeInvoice }>();
  for (const invoice of open) {
    if (!isMade(invoice) || invoice.isLapsing) continue;
    const known = counts.get(invoice.network);
    if (known) known.count++;
    else counts.set(invoice.network, { count: 1, oldest: invoice });
  }
  let largest: { readonly count: number; readonly oldest: MadeInvoice } | undefined;
  for (const network of counts.values()) if (network.count > (largest?.count ?? 0)) largest = network;
  return largest?.oldest;
}

function isMade(invoice: OpenInvoice): invoice is MadeInvoice {
  return invoice.paymentHash !== undefined;
}
