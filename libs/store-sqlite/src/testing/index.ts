export { SmallDisk, smallDiskAvailable } from './small-disk';
export { fillLedger } from './fill-ledger';
export { HandoverLedger, type HandoverLimits } from '../payments/beside/handover-ledger';
export { LedgerDesk } from '../payments/beside/ledger-desk';
export { LedgerThreadEndedError, type LedgerBeside } from '../payments/beside/ledger-thread';
export { RemoteLedger } from '../payments/beside/remote-ledger';
