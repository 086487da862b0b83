import type { Clock } from '@stackcheck/contract';
import type { PaymentTerms } from '../terms/payment-terms';
import type { GasWallet } from './gas-wallet';
import type { BookTransfer, TransactionBook } from './transaction-book';
import type { WalletNode } from './wallet-node';

/** What an operator decides about a gas wallet. */
export interface SelfLimits {
  /** The most that any transaction bids, in wei per unit of gas. A new one starts at half of it at most. */
  readonly feeMaxWei: bigint;
  /** With less ether than this, and what is promised to transactions under way, no payment is taken. */
  readonly balanceMinWei: bigint;
  /** How long a payment waits for others to share its transaction. */
  readonly bundleMs: number;
  /** Transfers of one transaction at most. */
  readonly bundleMax: number;
  /** Blocks that must stand on a transfer, its own counted, before its answer leaves. */
  readonly confirmations: number;
  /** Time without a block after which a transaction is replaced by one that bids more. */
  readonly stuckMs: number;
  /** How often the chain is asked while something is under way. */
  readonly pollMs: number;
}

/** Something an operator may want to know of the wallet. Holds no key, no signature and no payload. */
export interface SelfEvent {
  readonly level: 'info' | 'warn' | 'alarm';
  readonly event:
    | 'transaction_sent'
    | 'transaction_mined'
    | 'transaction_replaced'
    /** It bids all it may and is in no block. */
    | 'transaction_stuck'
    /** A block that held it is gone. */
    | 'transaction_vanished'
    /** A transaction that we did not sign took the nonce: another program uses the wallet. */
    | 'gas_wallet_shared'
    | 'transfer_failed'
    /** A transfer that was not made could not be reported to the ledger; it is reported again with the next look. */
    | 'failed_transfer_unreported'
    | 'gas_node_failed'
    | 'transaction_book_failed';
  /** Nonce of the wallet's transaction. */
  readonly nonce?: number;
  readonly transaction?: string;
  readonly reason?: string;
}

/** Hears what is measured. */
export interface SelfObserver {
  /** A transaction went out with so many transfers. */
  sent(transfers: number): void;
  /** A transaction was confirmed: what it cost in all, how many of its transfers paid, and seconds since it was signed. */
  mined(costWei: bigint, paid: number, seconds: number): void;
  replaced(): void;
}

/** Runs something later. */
export interface Timers {
  /** @returns what takes it back */
  after(ms: number, happen: () => void): () => void;
}

/** All that settling by oneself needs. */
export interface SelfDeps {
  readonly node: WalletNode;
  readonly book: TransactionBook;
  readonly wallet: GasWallet;
  readonly terms: PaymentTerms;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: SelfLimits;
  readonly log: (event: SelfEvent) => void;
  readonly observer?: SelfObserver;
  /**
   * Called for each transfer that a final transaction did not make. Such a transfer may be one that was settled in a block which a
   * reorganisation removed.
   * @param isLast nothing looks at it again, whatever is answered
   * @returns whether it is known what became of it; else, and when it rejects, it is called again
   */
  readonly onFailed?: (transfer: BookTransfer, isLast: boolean) => Promise<boolean>;
  /** Of several processes with one wallet, one replaces what is stuck, sends again what a dead one left, and closes what is final. */
  readonly hasDuties: boolean;
}
