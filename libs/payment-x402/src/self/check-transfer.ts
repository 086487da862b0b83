import type { FacilitatorRefusal } from '../facilitator/facilitator';
import type { SelfDeps } from './self-deps';
import {
  balanceCall,
  callFor,
  readBalance,
  readSpent,
  resultsOf,
  spentCall,
  type PlannedTransfer,
} from './transfer-call';

/** What a trial on the newest block says about a transfer. */
export type TransferCheck =
  | { readonly kind: 'good' }
  /** The nonce is used or cancelled already. */
  | { readonly kind: 'spent' }
  | FacilitatorRefusal;

type CheckDeps = Pick<SelfDeps, 'node' | 'wallet' | 'terms'>;

/**
 * Tries transfers out (`eth_call`) as the transaction that would carry them, in order, and finds out why one would fail. Charges
 * nothing. Rejects when the node does not answer.
 * @param owed atomic units that transactions under way will take from a payer
 */
export async function checkTransfers(
  deps: CheckDeps,
  transfers: readonly PlannedTransfer[],
  owed: (payer: string) => bigint,
): Promise<readonly TransferCheck[]> {
  const passed = await tryOut(deps, transfers);
  return Promise.all(
    transfers.map(async (transfer, index) => {
      const promised = owed(transfer.payer);
      // A trial does not see what waits for a block.
      if (passed[index] && promised === 0n) return GOOD;
      return whyNot(deps, transfer, promised, passed[index] ?? false);
    }),
  );
}

const GOOD: TransferCheck = { kind: 'good' };
const NO_FUNDS = 'The payer has insufficient funds for this payment.';

async function tryOut(deps: CheckDeps, transfers: readonly PlannedTransfer[]): Promise<readonly boolean[]> {
  const { node, wallet, terms } = deps;
  const { to, data, gasLimit } = callFor(terms.asset, transfers);
  const tried = await node.try(wallet.address, { to, data, gas: gasLimit });
  if (transfers.length === 1) return [tried.kind === 'returned'];
  const results = tried.kind === 'returned' ? resultsOf(tried.data, transfers.length) : null;
  if (!results) throw new Error('Multicall3 gave no results');
  return results;
}

async function whyNot(
  { node, wallet, terms }: CheckDeps,
  transfer: PlannedTransfer,
  promised: bigint,
  passed: boolean,
): Promise<TransferCheck> {
  const ask = async (data: string): Promise<string> => {
    const tried = await node.try(wallet.address, { to: terms.asset, data });
    if (tried.kind === 'reverted') throw new Error('the token reverted a question');
    return tried.data;
  };
  const [spent, balance] = await Promise.all([ask(spentCall(transfer)), ask(balanceCall(transfer.payer))]);
  if (readSpent(spent)) return { kind: 'spent' };
  if (readBalance(balance) < transfer.value + promised)
    return { kind: 'refused', code: 'payment_invalid', message: NO_FUNDS, reason: 'insufficient_funds', byFunds: true };
  if (passed) return GOOD;
  if (!transfer.isPlain)
    return {
      kind: 'refused',
      code: 'payment_invalid',
      message: 'The signature was refused.',
      reason: 'invalid_signature',
    };
  return {
    kind: 'refused',
    code: 'payment_invalid',
    message: 'The token would refuse this transfer.',
    reason: 'transfer_would_fail',
  };
}
