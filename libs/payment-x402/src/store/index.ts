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
export { mayFollow, orderedHistory, reached } from './payment-history';
export { responseMismatch } from './response-mismatch';
export {
  type HoldOutcome,
  LedgerMoveError,
  type LedgerSource,
  type LedgerTarget,
  STORED_COLUMNS,
  type StoredEvent,
  type StoredLedger,
  type StoredNonce,
  type StoredPayment,
} from './stored-ledger';
export { recordOfRow, settlementOfRow, summaryOfRow } from './stored-rows';
