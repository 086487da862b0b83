import type { ChainHead } from '../evidence/chain-evidence';

/** A head with what a transaction in the next block has to pay at least (EIP-1559), in wei per gas. */
export interface FeeHead extends ChainHead {
  readonly baseFee: bigint;
  /** Of this block and of the one below it, where the node says them. */
  readonly hash?: string | undefined;
  readonly parent?: string | undefined;
}

/** A call that is only tried out (`eth_call`). */
export interface TriedCall {
  readonly to: string;
  readonly data: string;
  /** Units of gas it may use; more is a revert. */
  readonly gas?: bigint;
}

/** What came of it. Anything else than these, such as a node that does not answer, rejects. */
export type Tried = { readonly kind: 'returned'; readonly data: string } | { readonly kind: 'reverted' };

/** One event of any contract within a transaction. Hex lower-cased. */
export interface ReceiptLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly index: number;
}

/** A transaction in a block. */
export interface WalletReceipt {
  readonly hash: string;
  /** Number and hash of its block: at one number there may be two, of which one node knows this and another that. */
  readonly block: number;
  readonly blockHash: string;
  readonly succeeded: boolean;
  readonly logs: readonly ReceiptLog[];
  /** All that the wallet paid for it in wei, a rollup's fee for its data included. */
  readonly costWei: bigint;
}

/** How a block stands in the chain of one node: `gone` where that node has another one in its place. */
export type BlockStanding =
  | 'gone'
  | {
      /** Blocks from it to the newest, itself counted; none where the node has not come as far. */
      readonly confirmations: number;
      /** Whether it will not be reorganised away. */
      readonly isSafe: boolean;
    };

/**
 * The chain as the owner of a wallet needs it: one JSON-RPC node, or several as one. Every method may reject, and none may hang for
 * ever; no reason may quote a node's URL, which may hold a key.
 */
export interface WalletNode {
  /** The newest block with its base fee, in wei per gas. */
  head(): Promise<FeeHead>;
  /** The newest block that will not be reorganised away. */
  safeHead(): Promise<ChainHead>;
  /** What the node suggests to pay above the base fee, in wei per gas. */
  suggestedTip(): Promise<bigint>;
  /** Transactions of the account up to that block: the nonce of its next one. `pending` counts those that wait. */
  countOf(account: string, at: 'latest' | 'pending' | number): Promise<number>;
  /** Ether of the account in wei. */
  etherOf(account: string): Promise<bigint>;
  /** Whether the account is a contract. */
  hasCode(account: string): Promise<boolean>;
  /** What a call would do now, without sending it. */
  try(from: string, call: TriedCall): Promise<Tried>;
  /** Hands a signed transaction over. Resolves when a node took it, or has it; a rejection proves nothing. */
  broadcast(raw: string): Promise<void>;
  /** Null while no block that the node knows holds it. */
  receipt(hash: string): Promise<WalletReceipt | null>;
  /** How the block of a receipt stands in the chain of one node, whichever node gave the receipt. */
  standing(receipt: Pick<WalletReceipt, 'block' | 'blockHash'>): Promise<BlockStanding>;
}
