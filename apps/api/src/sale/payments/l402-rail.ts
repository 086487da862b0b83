import { randomBytes } from 'node:crypto';
import type { Clock } from '@stackcheck/contract';
import {
  createL402Gate,
  createOpenInvoices,
  INVOICE_EXPIRY_SECONDS,
  type InvoiceSource,
  type L402Gate,
  type L402GateDeps,
  type OpenInvoiceLimits,
} from '@stackcheck/payment-l402';
import { BitcoinRate } from '../../adapters/lightning/bitcoin-rate';
import { LndInvoices } from '../../adapters/lightning/lnd-invoices';
import { SandboxInvoices } from '../../adapters/lightning/sandbox-invoices';
import type { L402Config } from '../../config/l402';
import { l402Secrets } from './l402-secret';

/** Unpaid invoices that one client, the clients of one network, and all together may have open at a node. */
const OPEN = { perClientMax: 10, perNetworkMax: 40, max: 1_000 } as const;

/** What the rail shares with the service around it. */
export interface L402RailDeps extends Pick<L402GateDeps, 'ledger' | 'locks' | 'refusals' | 'log'> {
  readonly clock: Clock;
  readonly dataDir: string;
  /** How many processes share the Lightning node, this one included: each takes its part of what may be open there. */
  readonly nodes: () => number;
  /** Replaces the configured node, in tests. */
  readonly invoices?: InvoiceSource;
}

/** The L402 rail as configured; undefined when it is off. */
export function l402Rail(config: L402Config, deps: L402RailDeps): L402Gate | undefined {
  if (config.mode === 'off') return undefined;
  const { clock, dataDir } = deps;
  return createL402Gate({
    ...deps,
    secrets: l402Secrets(config.secret, dataDir, clock),
    invoices: deps.invoices ?? invoiceSourceOf(config, clock),
    rate: new BitcoinRate(config.rate, clock),
    rateLimits: config.rate,
    openInvoices: createOpenInvoices(clock, partOf(deps.nodes)),
    randomBytes,
  });
}

/** This node's part of what may be open, as of when it is read: nodes come and go. */
export function partOf(nodes: () => number): OpenInvoiceLimits {
  const part = (max: number): number => Math.ceil(max / nodes());
  return {
    get perClientMax() {
      return part(OPEN.perClientMax);
    },
    get perNetworkMax() {
      return part(OPEN.perNetworkMax);
    },
    get max() {
      return part(OPEN.max);
    },
    expirySeconds: INVOICE_EXPIRY_SECONDS,
  };
}

function invoiceSourceOf(config: Exclude<L402Config, { mode: 'off' }>, clock: Clock): InvoiceSource {
  if (config.mode === 'sandbox') return new SandboxInvoices({ clock, randomBytes, settlesItself: true });
  return new LndInvoices(config);
}
