import { paymentFaultsContract } from './payment-faults.contract';
import { paymentGateContract } from './payment-gate.contract';
import { paymentLedgerContract, type LedgerSubject } from './payment-ledger.contract';
import { prepaidLedgerContract, type PrepaidLedgerSubject } from './prepaid-ledger.contract';
import { refusedPaymentsContract } from './refused-payments.contract';
import { refusedRowsContract } from './refused-rows.contract';

/** All that a whole ledger promises, alone and under a gate: a contract that is added here holds for every store. */
export function ledgerContracts(name: string, subject: LedgerSubject & PrepaidLedgerSubject): void {
  paymentLedgerContract(name, subject);
  prepaidLedgerContract(name, subject);
  refusedRowsContract(name, subject);
  paymentGateContract(name, subject);
  paymentFaultsContract(name, subject);
  refusedPaymentsContract(name, subject);
}
