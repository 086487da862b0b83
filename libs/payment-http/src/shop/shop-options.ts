import type { Clock } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { GateLog } from '@stackcheck/payment-x402/settle';
import type { Signer } from '@stackcheck/signing';
import type { FacilitatorConfig } from '../facilitators/facilitator-config';

/** What a shop sells with. */
export interface ShopOptions {
  /** Public base URL, `https://host` with a path perhaps and without a slash at its end: what is paid for is named below it. */
  readonly baseUrl: string;
  /** Who is paid: an EVM address, checksummed or in lower case. */
  readonly payTo: string;
  /** CAIP-2: Base, or Base Sepolia, whose money is worth nothing. */
  readonly network: 'eip155:8453' | 'eip155:84532';
  /**
   * A facilitator by its URL, several in order of preference with how to be let in, one of the caller's own, or `sandbox`, which
   * checks signatures and pretends the rest (Base Sepolia alone).
   */
  readonly facilitator: 'sandbox' | (string & {}) | readonly [FacilitatorConfig, ...FacilitatorConfig[]] | Facilitator;
  /** The SQLite file that payments are kept in; created where there is none. One host at a time sells with it. */
  readonly ledger: string;
  /** JSON-RPC nodes of the network, with which a settlement in doubt is decided by what the chain says. */
  readonly rpcUrls?: readonly string[];
  /** Signs a receipt over each paid answer (RFC 9421), where there is one. */
  readonly receipts?: Signer;
  /** Number of proxies in front, or the address ranges of trusted ones; none when absent. Refusals are counted per client. */
  readonly trustProxy?: number | readonly string[];
  /** The page that errors link to; they link nowhere when absent. */
  readonly errorsUrl?: string;
  /** Where it is reported what a payment met; holds no signature and no key. */
  readonly log?: GateLog;
  readonly clock?: Clock;
}

/** A shop or a route has an option that cannot be, or the ledger is in use. */
export class ShopError extends Error {
  /**
   * @param code `option` = a value that cannot be; `ledger_in_use` = another host sells with this ledger
   * @param field name of the option, where one is at fault
   */
  constructor(
    readonly code: 'option' | 'ledger_in_use',
    message: string,
    readonly field: string | null = null,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = 'ShopError';
  }
}

/** Throws what is at fault with an option. */
export function badOption(field: string, what: string, cause?: unknown): never {
  throw new ShopError('option', `${field} ${what}`, field, cause === undefined ? undefined : { cause });
}
