export { openPaymentLedger, type OpenPaymentLedger } from './payment-ledger';
export { openSandboxNonces, type OpenSandboxNonces } from './sandbox-nonces';
