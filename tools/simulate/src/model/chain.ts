import type { Random } from '../core/random';
import type { Trail } from '../core/trail';

/** What an authorization of a token says (EIP-3009), as it stands in a transaction. */
export interface Transfer {
  readonly payer: string;
  readonly to: string;
  readonly value: bigint;
  readonly validAfter: number;
  readonly validBefore: number;
  readonly nonce: string;
}

/** One use or cancellation of a nonce that is in a block, or will be. */
export interface NonceUse {
  readonly kind: 'transfer' | 'cancel';
  readonly payer: string;
  readonly nonce: string;
  readonly to: string;
  readonly value: bigint;
  readonly transaction: string;
  readonly height: number;
  /** Position in its transaction, which may carry several payments. */
  readonly index: number;
  /** Heads at which a reorganisation hides the block: from (inclusive) to (exclusive). */
  readonly hidden: readonly [number, number];
}

/** The transaction that carries a transfer, where it is known. */
export type InTransaction = Pick<NonceUse, 'transaction' | 'index' | 'hidden'>;

const BLOCK_SECONDS = 2;
/** A reorganisation is at most two blocks deep, so a block this far below a head is safe. */
export const SAFE_DEPTH = 4;

/**
 * A token on a chain: every nonce has at most one use, whichever comes into a block first. Blocks are not built one by
 * one; a transaction is given its block when it is broadcast, and one with an earlier block may still take its place.
 */
export class Chain {
  readonly deps = new Map<string, NonceUse>();
  /** Payers whose purse is empty from some time on. */
  readonly emptyFromMs = new Map<string, number>();
  /** Transfers of blocks that were taken back. */
  readonly takenBack = new Map<string, NonceUse>();
  private readonly heldBack = new Set<string>();
  private transactions = 0;
  private lastOfBlock: NonceUse | undefined;

  constructor(
    private readonly parts: {
      readonly random: Random;
      readonly trail: Trail;
      readonly nowMs: () => number;
      /** Epoch seconds of block 0 by the chain's own clock. */
      readonly genesisSeconds: number;
      readonly reorgs: boolean;
    },
  ) {}

  heightAt(ms: number): number {
    return 1_000 + Math.floor(ms / (BLOCK_SECONDS * 1_000));
  }

  /** When the block of this height is the newest one for the first time. */
  startOfMs(height: number): number {
    return (height - 1_000) * BLOCK_SECONDS * 1_000;
  }

  get height(): number {
    return this.heightAt(this.parts.nowMs());
  }

  timestampOf(height: number): number {
    return this.parts.genesisSeconds + (height - 1_000) * BLOCK_SECONDS;
  }

  /**
   * Puts a transfer into the block that many blocks ahead; null when it would revert there: outside its window, purse
   * empty, or nonce spent before.
   */
  broadcast(transfer: Transfer, blocksAhead: number, inside?: InTransaction): NonceUse | null {
    const height = this.height + Math.max(1, blocksAhead);
    const timestamp = this.timestampOf(height);
    if (timestamp <= transfer.validAfter || timestamp >= transfer.validBefore) return null;
    if (this.isEmpty(transfer.payer)) return null;
    return this.put('transfer', transfer, height, inside);
  }

  /** Whether this payer's purse is empty now. */
  isEmpty(payer: string): boolean {
    return this.parts.nowMs() >= (this.emptyFromMs.get(payer) ?? Infinity);
  }

  /** Heads at which a reorganisation hides a block at this height, if one does. */
  hiddenOf(height: number): readonly [number, number] {
    return this.hidden(height, false);
  }

  cancel(payer: string, nonce: string, blocksAhead: number): NonceUse | null {
    return this.put(
      'cancel',
      { payer, nonce, to: '', value: 0n, validBefore: Infinity },
      this.height + Math.max(1, blocksAhead),
    );
  }

  /** The use of a nonce as a node at this head sees it. */
  seen(payer: string, nonce: string, head: number): NonceUse | undefined {
    const use = this.deps.get(keyOf(payer, nonce));
    if (!use || use.height > head) return undefined;
    return head >= use.hidden[0] && head < use.hidden[1] ? undefined : use;
  }

  /** Whether this payment paid that recipient, or will: its block is decided. */
  pays(payer: string, nonce: string, to: string, value: bigint): NonceUse | undefined {
    const use = this.deps.get(keyOf(payer, nonce));
    return use?.kind === 'transfer' && use.to === to && use.value >= value ? use : undefined;
  }

  /** The same of a block that a reorganisation took back. */
  paidBefore(payer: string, nonce: string, to: string, value: bigint): boolean {
    const use = this.takenBack.get(keyOf(payer, nonce));
    return use?.to === to && use.value >= value;
  }

  /** Takes all transfers of a transaction back, whose block is gone for good. */
  takeBack(transaction: string): readonly NonceUse[] {
    const gone = [...this.deps].filter(([, use]) => use.transaction === transaction);
    for (const [key, use] of gone) {
      this.deps.delete(key);
      this.takenBack.set(key, use);
    }
    return gone.map(([, use]) => use);
  }

  /** No block takes this authorization while its window is open. */
  holdBack(nonce: string): void {
    this.heldBack.add(nonce);
  }

  isHeldBack({ nonce, validBefore }: Pick<Transfer, 'nonce' | 'validBefore'>): boolean {
    return this.heldBack.has(nonce) && this.timestampOf(this.height + 1) < validBefore;
  }

  private put(
    kind: NonceUse['kind'],
    { payer, nonce, to, value, validBefore }: Omit<Transfer, 'validAfter'>,
    height: number,
    inside?: InTransaction,
  ): NonceUse | null {
    const key = keyOf(payer, nonce);
    const before = this.deps.get(key);
    // The earlier block wins; one that is in a block already cannot be overtaken.
    if (before && (before.height <= height || before.height <= this.height)) return null;
    const shares =
      !inside && this.lastOfBlock?.height === height && kind === 'transfer' && this.parts.random.chance(0.3);
    const use: NonceUse = {
      kind,
      payer,
      nonce,
      to,
      value,
      height,
      transaction: shares ? this.lastOfBlock!.transaction : this.newHash(),
      index: shares ? this.lastOfBlock!.index + 1 : 0,
      hidden: inside?.hidden ?? this.hidden(height, this.timestampOf(height + 1) >= validBefore),
      ...inside,
    };
    if (kind === 'transfer' && !inside) this.lastOfBlock = use;
    this.deps.set(key, use);
    this.parts.trail.note(() => `chain: ${kind} of nonce ${nonce.slice(-6)} to ${to.slice(0, 6)} in block ${height}`);
    return use;
  }

  /** A block at the very end of a window is the one whose coming and going matters most. */
  private hidden(height: number, isLast: boolean): readonly [number, number] {
    const { random, reorgs } = this.parts;
    if (!reorgs || !(isLast || random.chance(0.4))) return [0, 0];
    const from = height + random.between(0, 1);
    return [from, from + (isLast ? 2 : random.between(1, 2))];
  }

  private newHash(): string {
    return `0x${(++this.transactions).toString(16).padStart(64, 'f')}`;
  }
}

function keyOf(payer: string, nonce: string): string {
  return `${payer} ${nonce}`;
}
