export { HOST_LEASE_MS, openHostLease, type HostLease, type LeaseOutcome, type LedgerHolder } from './host-lease';
export { openPaymentLedger, type OpenPaymentLedger } from './payment-ledger';
export { openSandboxNonces, type OpenSandboxNonces } from './sandbox-nonces';
