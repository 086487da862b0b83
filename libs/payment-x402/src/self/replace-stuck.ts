import { replacementFees } from './fees';
import { readSigned, type WalletCall } from './gas-wallet';
import type { SelfDeps } from './self-deps';
import type { BookTransaction } from './transaction-book';
import { walletFault } from './wallet-fault';
import type { FeeHead } from './wallet-node';

/** A transfer of nothing to oneself: what a nonce is freed with. */
const NOTHING_GAS = 30_000n;
/** Nonces below the oldest transaction that are filled at a time. */
const GAPS_PER_ROUND = 16;

/**
 * Sees to the transaction that all others wait for. One that waits for too long is replaced under its own nonce by one that bids
 * more: by the same transfers while one of them can still be made, else by nothing, for less gas. Nonces below it that nothing
 * was signed for, as after a node's wrong word, are filled; what was final there and stands in no block any more goes out again.
 * @param sinceMs epoch ms from which it waits, where that is not when it was signed
 * @returns whether it was replaced
 */
export async function replaceStuck(
  deps: SelfDeps,
  transaction: BookTransaction,
  head: FeeHead,
  sinceMs = 0,
): Promise<boolean> {
  const { clock, limits, log, node, book } = deps;
  const { nonce, attempts } = transaction;
  const last = attempts[attempts.length - 1]!;
  if (clock.now() - Math.max(last.atMs, sinceMs) < limits.stuckMs) return false;
  await fillGaps(deps, nonce, head);
  const before = readSigned(last.raw);
  const fees = replacementFees(before.fees, head.baseFee, await node.suggestedTip(), limits.feeMaxWei);
  if (!fees) {
    log({ level: 'alarm', event: 'transaction_stuck', nonce, transaction: last.hash });
    return false;
  }
  const isOver = transaction.transfers.every(({ validBefore }) => validBefore <= head.timestamp);
  const call = isOver ? nothing(deps) : before.call;
  const signed = deps.wallet.sign(deps.terms.chainId, nonce, call, fees);
  if (!(await book.addAttempt(nonce, attempts.length, { ...signed, atMs: clock.now() }))) return true;
  deps.observer?.replaced();
  log({ level: 'warn', event: 'transaction_replaced', nonce, transaction: signed.hash });
  await node.broadcast(signed.raw).catch((error: unknown) => {
    log(walletFault(error, nonce));
  });
  return true;
}

/** Without these nothing above them is ever mined. */
async function fillGaps(deps: SelfDeps, below: number, head: FeeHead): Promise<void> {
  const { node, wallet, book, clock, terms, limits } = deps;
  const from = await node.countOf(wallet.address, 'latest');
  const fees = replacementFees(
    { maxFeePerGas: head.baseFee, maxPriorityFeePerGas: await node.suggestedTip() },
    head.baseFee,
    0n,
    limits.feeMaxWei,
  );
  if (!fees) return;
  for (let nonce = from; nonce < Math.min(below, from + GAPS_PER_ROUND); nonce++) {
    const known = await book.at(nonce);
    if (known) {
      await reopen(deps, known);
      continue;
    }
    const signed = wallet.sign(terms.chainId, nonce, nothing(deps), fees);
    if (await book.add(nonce, [], { ...signed, atMs: clock.now() })) await node.broadcast(signed.raw);
  }
}

/** A reorganisation that went deeper than the safe head took it back, or the chain is another one than before. */
async function reopen(
  { node, book, clock, log }: SelfDeps,
  { nonce, state, attempts, minedAs }: BookTransaction,
): Promise<void> {
  if (state === 'open' || state === 'mined') return;
  for (const { hash } of attempts) {
    const receipt = await node.receipt(hash);
    if (receipt && (await node.standing(receipt)) !== 'gone') return;
  }
  log({ level: 'alarm', event: 'transaction_vanished', nonce, transaction: minedAs ?? attempts[0]!.hash });
  await book.mark(nonce, 'open', null, clock.now());
}

function nothing({ wallet }: SelfDeps): WalletCall {
  return { to: wallet.address, data: '0x', gasLimit: NOTHING_GAS };
}
