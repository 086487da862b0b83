export { SmallDisk, smallDiskAvailable } from './small-disk';
export { fillLedger } from './fill-ledger';
export { SwitchingLedger, type HandoverLimits } from '../payments/worker-thread/switching-ledger';
export { LedgerServer } from '../payments/worker-thread/ledger-server';
export { LedgerThreadEndedError, type LedgerBeside } from '../payments/worker-thread/ledger-thread';
export { RemoteLedger } from '../payments/worker-thread/remote-ledger';
