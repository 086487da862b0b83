import type { Chain } from '../model/chain';
import { PAY_TO } from '../model/terms';
import type { Checker } from './checker';
import type { LedgerRows, SignedRow } from './ledger-rows';

/**
 * I27: what was settled in a block that the chain took back, and is in no other, is recorded as lost, once, and reported no more often; nothing
 * else is. So what counts as revenue (settled, and not lost) is what the chain has.
 */
export function lossesAreRecorded(
  { checker, chain, rows: ledger }: { readonly checker: Checker; readonly chain: Chain; readonly rows: LedgerRows },
  rows: readonly SignedRow[],
): void {
  const losses = ledger.losses();
  for (const { id, state, payer, nonce, value } of rows) {
    const parts = [payer, nonce, PAY_TO, BigInt(value)] as const;
    const isLost = state === 'settled' && !chain.pays(...parts) && chain.paidBefore(...parts);
    const recorded = losses.get(id) ?? 0;
    if (isLost && recorded !== 1)
      checker.fail('I27', `row ${id} is settled, its block was taken back, and ${recorded} losses are recorded`);
    if (!isLost && recorded > 0) checker.fail('I27', `row ${id} is ${state} and not lost, and recorded as such`);
    const reports = checker.lossReports.get(id) ?? 0;
    if (reports > recorded)
      checker.fail('I27', `the loss of row ${id} is reported ${reports} times, and recorded ${recorded}`);
  }
}
