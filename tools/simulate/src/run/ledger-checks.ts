import type { Settlement } from '@stackcheck/payment-x402/ledger';
import type { Checker } from '../checks/checker';
import { signedNonce, type LedgerRows } from '../checks/ledger-rows';
import type { Life } from '../core/life';
import type { Chain } from '../model/chain';
import { PAY_TO } from '../model/terms';

/** What is looked at while a process writes to its ledger. */
export interface LedgerChecks {
  /** I21: from the moment that a delivery was reported, whether it is on disk or not. */
  deliver(id: number, step: () => Promise<unknown>): Promise<unknown>;
  /** I5, at the moment it becomes true in the ledger. */
  hasTransfer(id: number, settlement: Settlement): void;
}

/** The checks of one process. */
export function ledgerChecks(
  life: Life,
  parts: {
    readonly checker: Checker;
    readonly chain: Chain;
    readonly rows: () => LedgerRows;
    readonly hasEvidence: boolean;
  },
): LedgerChecks {
  const { checker, chain, rows, hasEvidence } = parts;
  return {
    async deliver(id, step) {
      const row = rows().byId(id);
      const forget = row && checker.delivered(row, life);
      try {
        return await step();
      } catch (error) {
        forget?.();
        throw error;
      }
    },
    hasTransfer(id, settlement) {
      const row = rows().byId(id);
      if (!row || !hasEvidence) return;
      const parts = [row.payer, signedNonce(row), PAY_TO, BigInt(row.value)] as const;
      if (!chain.pays(...parts) && !chain.paidBefore(...parts))
        checker.fail('I5', `row ${row.id} becomes settled by ${settlement.evidence}, and nothing was transferred`);
    },
  };
}
