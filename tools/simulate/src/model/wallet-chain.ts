import { Transaction } from 'ethers';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Trail } from '../core/trail';
import type { Chain, NonceUse } from './chain';
import { tokenCalls, type TokenCall } from './token-calls';

/** A transaction of the wallet in a block. */
export interface MinedTransaction {
  readonly nonce: number;
  readonly hash: string;
  readonly height: number;
  /** Heads at which a reorganisation hides its block. */
  readonly hidden: readonly [number, number];
}

const BLOCK_MS = 2_000;
const BASE_FEE = 1_000n;
/** Of blocks, those that leave out what bids enough. */
const LEFT_OUT_RATE = 0.2;
/** Of transfers, those that fail in their block for want of funds; their signature is public then, and somebody else uses it later. */
const USED_BY_ANOTHER_RATE = 0.05;

/** Called with each transaction that comes into a block. */
export type OnMined = (mined: MinedTransaction, wallet: WalletChain) => void;

/** The line of one wallet's transactions before the chain, and those that blocks took. Fees rise and fall. */
export class WalletChain {
  /** By nonce. */
  readonly mined: MinedTransaction[] = [];
  private readonly queue = new Map<number, Transaction[]>();
  private readonly signed = new Map<string, Transaction>();
  private isMining = false;

  constructor(
    private readonly parts: {
      readonly chain: Chain;
      readonly random: Random;
      readonly scheduler: Scheduler;
      readonly trail: Trail;
      /** What a block asks for instead of its usual fee, from and until when. */
      readonly spikesMs: readonly (readonly [from: number, until: number, wei: bigint])[];
      readonly isCalm: () => boolean;
      readonly onMined?: OnMined;
    },
  ) {}

  get baseFee(): bigint {
    const { scheduler, spikesMs, isCalm } = this.parts;
    const spike = spikesMs.find(([from, until]) => scheduler.nowMs >= from && scheduler.nowMs < until);
    return spike && !isCalm() ? spike[2] : BASE_FEE;
  }

  /** Whether something waits for a block. */
  get isBusy(): boolean {
    return this.queue.size > 0;
  }

  /** The nonce that comes next, as a node at this head sees it. */
  countAt(head: number): number {
    const missing = this.mined.findIndex((one) => !isSeen(one, head));
    return missing < 0 ? this.mined.length : missing;
  }

  /** The same with what waits. */
  countPending(): number {
    let count = this.mined.length;
    while (this.queue.has(count)) count++;
    return count;
  }

  /** A transaction in a block that a node at this head sees. */
  seen(hash: string, head: number): MinedTransaction | undefined {
    return this.mined.find((one) => one.hash === hash && isSeen(one, head));
  }

  /** @throws Error as a node refuses it */
  take(raw: string): void {
    const transaction = Transaction.from(raw);
    const { nonce, hash } = transaction;
    if (this.mined.some((one) => one.hash === hash)) return;
    if (nonce < this.mined.length) throw new Error('nonce too low');
    const same = this.queue.get(nonce) ?? [];
    if (same.some((one) => one.hash === hash)) return;
    if (same.some((one) => transaction.maxFeePerGas! * 10n < one.maxFeePerGas! * 11n))
      throw new Error('replacement transaction underpriced');
    // A node forgets what was replaced; another one may still know it and mine it.
    this.queue.set(nonce, [...same, transaction]);
    this.mineSoon();
  }

  /** The block of this transaction and all after it are gone for good. @param isForgotten whether no node keeps one to be mined again */
  takeBack(nonce: number, isForgotten: () => boolean): readonly NonceUse[] {
    const gone = this.mined.splice(nonce);
    for (const { nonce: one, hash } of gone) if (!isForgotten()) this.queue.set(one, [this.signed.get(hash)!]);
    if (this.queue.size > 0) this.mineSoon();
    return gone.flatMap(({ hash }) => this.parts.chain.takeBack(hash));
  }

  private mineSoon(): void {
    if (this.isMining) return;
    this.isMining = true;
    this.parts.scheduler.after(BLOCK_MS, () => {
      this.isMining = false;
      this.mine();
      if (this.queue.size > 0) this.mineSoon();
    });
  }

  private mine(): void {
    const { random, chain, trail, isCalm, onMined } = this.parts;
    for (;;) {
      const nonce = this.mined.length;
      const paying = (this.queue.get(nonce) ?? []).filter(({ maxFeePerGas }) => maxFeePerGas! >= this.baseFee);
      if (paying.length === 0 || (!isCalm() && random.chance(LEFT_OUT_RATE))) return;
      const next = random.pick(paying);
      const { calls } = tokenCalls(next.to!, next.data);
      if (!isCalm() && calls.some((call) => call.kind === 'transfer' && chain.isHeldBack(call.transfer))) return;
      this.queue.delete(nonce);
      const height = chain.height + 1;
      const hidden = chain.hiddenOf(height);
      const mined: MinedTransaction = { nonce, hash: next.hash!, height, hidden };
      this.mined.push(mined);
      this.signed.set(mined.hash, next);
      trail.note(() => `chain: transaction ${nonce} of the wallet in block ${height}`);
      calls.forEach((call: TokenCall, index) => {
        if (call.kind !== 'transfer') return;
        if (isCalm() || !random.chance(USED_BY_ANOTHER_RATE))
          return void chain.broadcast(call.transfer, 1, { transaction: next.hash!, index, hidden });
        trail.note(() => `chain: the transfer of nonce ${call.transfer.nonce.slice(-6)} fails in it`);
        chain.broadcast(call.transfer, random.between(2, 6));
      });
      onMined?.(mined, this);
    }
  }
}

function isSeen({ height, hidden }: MinedTransaction, head: number): boolean {
  return height <= head && !(head >= hidden[0] && head < hidden[1]);
}
