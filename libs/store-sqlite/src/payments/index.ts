export { HOST_LEASE_MS, openHostLease, type HostLease, type LeaseOutcome, type LedgerHolder } from './host-lease';
export { openAdaptiveLedger, type BusyLedgerOptions } from './worker-thread';
export { checkLedgerFile } from './ledger-file';
export { openPaymentLedger, type LedgerOptions, type OpenPaymentLedger } from './payment-ledger';
export {
  openPaymentReader,
  type PaymentFilter,
  type PaymentHistory,
  type PaymentReader,
  type PaymentSummary,
} from './payment-reader';
export { makeDataFolder } from '../data-folder';
export { DatabaseOpenError } from '../open';
export { SchemaError } from '../migrate';
export { openSandboxNonces, type OpenSandboxNonces } from './sandbox-nonces';
