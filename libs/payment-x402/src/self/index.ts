export { createGasWallet, type GasWallet, signedFault } from './gas-wallet';
export type { SelfDeps, SelfEvent, SelfLimits, SelfObserver, Timers } from './self-deps';
export { SelfSettler, type SelfStatus } from './self-settler';
export type { BookAttempt, BookState, BookTransaction, BookTransfer, TransactionBook } from './transaction-book';
export { lostSettlements, type LostSettlement, type LostSettlementDeps } from './lost-settlements';
export { MULTICALL3 } from './transfer-call';
export type { BlockStanding, FeeHead, ReceiptLog, Tried, TriedCall, WalletNode, WalletReceipt } from './wallet-node';
export { leastWei, type WalletSight, type WalletState } from './wallet-watch';
