import type { ExpectedTransfer } from '../facilitator/facilitator';

/** What the chain says about one authorization. */
export type ChainFinding =
  /** `AuthorizationUsed` and the transfer to us stand in one transaction. */
  | { readonly kind: 'paid'; readonly transaction: string }
  /** Used elsewhere, cancelled, or past its window and unused at a safe head: it can never pay us. */
  | { readonly kind: 'never'; readonly reason: string }
  /** Anything else. Nothing may be concluded. */
  | { readonly kind: 'unproven'; readonly reason: string };

/** Proof from the chain, where an operator configured one. Never throws: a fault is `unproven`. */
export interface ChainEvidence {
  /**
   * What became of a transfer on the chain, as far as its nodes agree; doubt is a finding of its own.
   * @param sinceMs epoch ms before which the payment cannot have been used for us: the time of its intent
   */
  find(transfer: ExpectedTransfer, sinceMs: number): Promise<ChainFinding>;
}

/** A block, as far as time and order go. */
export interface ChainHead {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** How an authorization's nonce was spent (EIP-3009). */
export type AuthorizationUse =
  | { readonly kind: 'cancelled'; readonly block: number }
  | {
      readonly kind: 'used';
      readonly block: number;
      readonly transaction: string;
      /** The transfer that belongs to this use; null when the transaction holds none. Addresses lower-cased. */
      readonly transfer: { readonly from: string; readonly to: string; readonly value: bigint } | null;
    };

/** One JSON-RPC node. Every method may reject; what it says is one witness's word. */
export interface ChainEndpoint {
  /** Its host, for reasons and logs; never its whole URL, which may hold a key. */
  readonly name: string;
  /** The newest block. Rejects where the node does not say. */
  head(): Promise<ChainHead>;
  /** The newest block that will not be reorganised away. */
  safeHead(): Promise<ChainHead>;
  /** The use or cancellation of this nonce in these blocks, or null. */
  findUse(
    transfer: Pick<ExpectedTransfer, 'asset' | 'payer' | 'nonce'>,
    blocks: { readonly from: number; readonly to: number },
  ): Promise<AuthorizationUse | null>;
  /** The token's `authorizationState` as of a block: true when the nonce was used or cancelled. */
  isSpent(transfer: Pick<ExpectedTransfer, 'asset' | 'payer' | 'nonce'>, block: number): Promise<boolean>;
}

/** What one node testifies. */
type Testimony =
  | { readonly kind: 'paid'; readonly transaction: string }
  | { readonly kind: 'never'; readonly reason: string }
  | { readonly kind: 'open'; readonly reason: string };

/** Seconds past the window's end before an unused nonce counts as unusable; covers a block in the making. */
const WINDOW_MARGIN_SECONDS = 4;
/** No supported chain makes blocks faster; a shorter block time only makes the search begin earlier. */
const BLOCK_SECONDS_MIN = 1;
const BLOCKS_BEFORE = 30;

/**
 * Evidence from one or several nodes. One node's proof of payment is enough, since it names the
 * transaction. That a payment can *never* pay us is believed only when every node says so at a safe head; an error, a lagging
 * head or disagreement leaves it unproven, however long ago the window closed.
 */
export function createChainEvidence(endpoints: readonly ChainEndpoint[]): ChainEvidence {
  return {
    async find(transfer, sinceMs) {
      const testimonies = await Promise.all(endpoints.map((endpoint) => askEndpoint(endpoint, transfer, sinceMs)));
      const paid = testimonies.find((testimony) => testimony.kind === 'paid');
      if (paid?.kind === 'paid') return { kind: 'paid', transaction: paid.transaction };
      const open = testimonies.find((testimony) => testimony.kind === 'open');
      if (open?.kind === 'open') return { kind: 'unproven', reason: open.reason };
      const [first] = testimonies;
      return first?.kind === 'never' ? first : { kind: 'unproven', reason: 'no node was asked' };
    },
  };
}

async function askEndpoint(endpoint: ChainEndpoint, transfer: ExpectedTransfer, sinceMs: number): Promise<Testimony> {
  try {
    return await testify(endpoint, transfer, sinceMs);
  } catch {
    // The cause is dropped: a node's error may quote its URL, and with it a key.
    return { kind: 'open', reason: `${endpoint.name} did not answer` };
  }
}

async function testify(endpoint: ChainEndpoint, transfer: ExpectedTransfer, sinceMs: number): Promise<Testimony> {
  const [head, safe] = await Promise.all([endpoint.head(), endpoint.safeHead()]);
  const use = await endpoint.findUse(transfer, { from: firstBlock(head, sinceMs), to: head.number });
  if (use?.kind === 'used' && paysUs(use, transfer)) return { kind: 'paid', transaction: use.transaction };
  if (use) {
    if (use.block > safe.number)
      return { kind: 'open', reason: `${endpoint.name}: spent in a block that is not safe yet` };
    return {
      kind: 'never',
      reason: use.kind === 'cancelled' ? 'the payer cancelled it' : 'it was used for another transfer',
    };
  }
  if (safe.timestamp < transfer.validBefore + WINDOW_MARGIN_SECONDS) {
    return { kind: 'open', reason: `${endpoint.name}: its safe head is not past the window` };
  }
  // Spent, but not in the blocks searched: by whom and for what is not known.
  if (await endpoint.isSpent(transfer, safe.number)) {
    return { kind: 'open', reason: `${endpoint.name}: spent in a transaction that was not found` };
  }
  return { kind: 'never', reason: 'its window closed and it was not used' };
}

function paysUs(use: Extract<AuthorizationUse, { kind: 'used' }>, { payer, payTo, value }: ExpectedTransfer): boolean {
  const { transfer } = use;
  return transfer !== null && transfer.from === payer && transfer.to === payTo && transfer.value >= value;
}

function firstBlock(head: ChainHead, sinceMs: number): number {
  const seconds = Math.max(0, head.timestamp - Math.floor(sinceMs / 1_000));
  return Math.max(0, head.number - Math.ceil(seconds / BLOCK_SECONDS_MIN) - BLOCKS_BEFORE);
}
