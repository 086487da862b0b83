export { SmallDisk, smallDiskAvailable } from './small-disk';
export { fillLedger } from './fill-ledger';
export { SwitchingLedger, type SwitchLimits } from '../payments/worker-thread/switching-ledger';
export { LedgerServer } from '../payments/worker-thread/ledger-server';
export { LedgerThreadEndedError, type ThreadedLedger } from '../payments/worker-thread/ledger-thread';
export { RemoteLedger } from '../payments/worker-thread/remote-ledger';
export { openHostLease, type OpenHostLease } from '../payments/host-lease';
export { openPaymentLedger, type LedgerOptions, type OpenPaymentLedger } from '../payments/payment-ledger';
export { openSandboxNonces, type OpenSandboxNonces } from '../payments/sandbox-nonces';
