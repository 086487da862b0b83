import { checkTransfers } from './check-transfer';
import type { Fees } from './fees';
import type { SelfDeps } from './self-deps';
import type { BookTransaction } from './transaction-book';
import { callFor, MULTICALL3 } from './transfer-call';
import type { WaitingTransfer } from './waiting-transfer';
import { walletFault } from './wallet-fault';
import type { WalletWatch } from './wallet-watch';

/** What submitting needs in addition to the wallet. */
export interface SubmitDeps extends SelfDeps {
  readonly watch: WalletWatch;
  /** Atomic units that transactions without a block will take from a payer. */
  readonly owed: (payer: string) => bigint;
  /** Called with each transaction when it is in the book, before it is broadcast. */
  readonly written: (transaction: BookTransaction, waiting: readonly WaitingTransfer[]) => void;
}

/** Others may take nonces meanwhile, one process of the host each. */
const NONCE_TRIES = 20;

/** Puts transfers into a transaction: tried out, signed, written to the book, and only then broadcast. Never rejects. */
export function createSubmitter(deps: SubmitDeps): (bundle: readonly WaitingTransfer[]) => Promise<void> {
  let hasMulticall = false;

  return async (bundle) => {
    try {
      hasMulticall ||= bundle.length > 1 && (await deps.node.hasCode(MULTICALL3));
      if (bundle.length === 1 || hasMulticall) await submit(deps, bundle);
      else for (const one of bundle) await submit(deps, [one]);
    } catch (error) {
      deps.log(walletFault(error));
      // What is in the book is followed further; the rest was never written, so it cannot be sent any more.
      for (const one of bundle) if (one.isFree) one.conclude({ kind: 'not_sent', reason: 'no node took part' });
    }
  };
}

async function submit(deps: SubmitDeps, bundle: readonly WaitingTransfer[]): Promise<void> {
  const sight = await deps.watch.look();
  if (sight.state !== 'ok' || !sight.fees) {
    const reason = sight.state === 'low' ? 'the gas wallet is low' : 'fees are above the cap';
    for (const one of bundle) one.conclude({ kind: 'not_sent', reason });
    return;
  }
  const good = await sortOut(deps, bundle);
  for (let tries = 0; tries < NONCE_TRIES; tries++) {
    const nonce = await nextNonce(deps);
    const free = good.filter(({ isFree }) => isFree);
    if (free.length === 0 || (await send(deps, nonce, free, sight.fees))) return;
  }
  for (const one of good) one.conclude({ kind: 'not_sent', reason: 'no nonce was free' });
}

/** Those that would pass; the others get their answer, which is definite: nothing was sent. */
async function sortOut(deps: SubmitDeps, bundle: readonly WaitingTransfer[]): Promise<readonly WaitingTransfer[]> {
  const checks = await checkTransfers(
    deps,
    bundle.map(({ transfer }) => transfer),
    deps.owed,
  );
  return bundle.filter((one, index) => {
    const check = checks[index]!;
    if (check.kind === 'spent') one.conclude({ kind: 'nonce_used', reason: 'nonce_already_used' });
    else if (check.kind === 'refused') one.conclude(check);
    return check.kind === 'good';
  });
}

/**
 * After all that we signed, and after all that the node knows of, in a block or not: the book may be lost or of an earlier day, and what it
 * does not know must not be outbid.
 */
async function nextNonce({ book, node, wallet }: SubmitDeps): Promise<number> {
  return Math.max((await book.nextNonce()) ?? 0, await node.countOf(wallet.address, 'pending'));
}

/** @returns false when another process took the nonce */
async function send(deps: SubmitDeps, nonce: number, free: readonly WaitingTransfer[], fees: Fees): Promise<boolean> {
  const { terms, wallet, book, clock, node, log } = deps;
  const transfers = free.map(({ transfer }) => transfer);
  const signed = wallet.sign(terms.chainId, nonce, callFor(terms.asset, transfers), fees);
  const attempt = { ...signed, atMs: clock.now() };
  for (const one of free) one.commit();
  try {
    if (!(await book.add(nonce, transfers, attempt))) {
      for (const one of free) one.release();
      return false;
    }
  } catch (error) {
    // It may have been written, and the next process that reads the book would send it.
    log(walletFault(error, nonce));
    for (const one of free) one.conclude({ kind: 'unknown', reason: 'the transaction could not be written down' });
    return true;
  }
  const transaction: BookTransaction = {
    nonce,
    state: 'open',
    transfers,
    attempts: [attempt],
    minedAs: null,
    vanishedAs: null,
  };
  deps.written(transaction, free);
  deps.observer?.sent(free.length);
  log({ level: 'info', event: 'transaction_sent', nonce, transaction: signed.hash });
  try {
    await node.broadcast(signed.raw);
  } catch (error) {
    // It is sent again as long as it is in no block.
    log(walletFault(error, nonce));
  }
  return true;
}
