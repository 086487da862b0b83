import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Trail } from '../core/trail';
import { SAFE_DEPTH, type Chain, type NonceUse } from './chain';
import type { MinedTransaction, WalletChain } from './wallet-chain';

/** Of blocks with a transaction of the wallet, those that are taken back. */
const TAKEN_BACK_RATE = 0.3;
/** Of transactions in such a block, those that every node forgets. */
const FORGOTTEN_RATE = 0.5;

/** What stands against a transfer, once its block is gone, coming into another one. */
const OUTCOMES = ['none', 'none', 'cancelled', 'emptied', 'late'] as const;

/** What taking blocks back needs. */
export interface ReorganisationParts {
  readonly chain: Chain;
  /** Of its own, so that other schedules are what they were. */
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly trail: Trail;
  readonly isCalm: () => boolean;
}

/**
 * Takes blocks with transactions of the wallet back for good, as long as they are not safe, and all that came after them. What they carried
 * comes into a later block, unless its payer cancels it or empties the purse meanwhile, or its window is over by then.
 * @returns called with each transaction that came into a block
 */
export function reorganisations({ chain, random, scheduler, trail, isCalm }: ReorganisationParts) {
  return (mined: MinedTransaction, wallet: WalletChain): void => {
    if (isCalm() || !random.chance(TAKEN_BACK_RATE)) return;
    const goneAtMs = chain.startOfMs(mined.height + random.between(0, SAFE_DEPTH - 1)) + random.between(200, 1_900);
    scheduler.after(Math.max(0, goneAtMs - scheduler.nowMs), () => {
      if (isCalm() || wallet.mined[mined.nonce]?.hash !== mined.hash) return;
      trail.note(() => `chain: a reorganisation takes back block ${mined.height} and those after it`);
      const uses = wallet.takeBack(mined.nonce, () => random.chance(FORGOTTEN_RATE));
      for (const use of uses) befall(use);
    });
  };

  function befall({ payer, nonce, height }: NonceUse): void {
    const outcome = random.pick(OUTCOMES);
    if (outcome !== 'none') trail.note(() => `chain: nonce ${nonce.slice(-6)} of block ${height} is now ${outcome}`);
    if (outcome === 'cancelled') chain.cancel(payer, nonce, 1);
    if (outcome === 'emptied') chain.emptyFromMs.set(payer, scheduler.nowMs);
    if (outcome === 'late') chain.holdBack(nonce);
  }
}
