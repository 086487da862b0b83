export { FaultWatch } from './fault-watch';
export type { HostLease, LeaseOutcome } from './host-lease';
export type { PaymentFilter, PaymentHistory, PaymentReader, PaymentSummary } from './payment-reader';
export {
  type Integrity,
  LedgerBrokenError,
  type LedgerFault,
  type LedgerFaultKind,
  type PaymentStore,
} from './payment-store';
export { responseMismatch } from './response-mismatch';
