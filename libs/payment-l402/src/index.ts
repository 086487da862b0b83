export { isCredential } from './credential';
export { INVOICE_EXPIRY_SECONDS, TOKEN_LIFETIME_SECONDS } from './issue-challenge';
export type { InvoiceSource } from './invoices';
export type { L402Gate, L402GateDeps, PresentedCredential } from './gate-types';
export { createL402Gate } from './l402-gate';
export type { L402Event, L402Log } from './l402-log';
export { createOpenInvoices, type OpenInvoiceLimits, type OpenInvoices } from './open-invoices';
export type { RateLimits, RateQuote, RateSource } from './rate';
