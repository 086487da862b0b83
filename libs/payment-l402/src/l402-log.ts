/** Something an operator may want to know. Holds no credential, preimage or whole invoice. */
export interface L402Event {
  readonly level: 'info' | 'warn' | 'alarm';
  readonly event:
    | 'l402_paid'
    | 'l402_refused'
    | 'l402_rate_unavailable'
    | 'l402_invoices_exhausted'
    | 'l402_invoice_lapsed'
    | 'l402_source_failed'
    | 'ledger_failed';
  readonly routeId?: string;
  readonly reason?: string;
}

/** Where the rail reports to. Must not throw. */
export type L402Log = (event: L402Event) => void;
