export type {
  Ambiguity,
  ClaimOutcome,
  FreeOutcome,
  FreePayment,
  PaymentIntent,
  PaymentKey,
  PaymentLedger,
  PaymentRecord,
  PaymentState,
  PrepaidLedger,
  Settlement,
  StoredAnswer,
  WithdrawOutcome,
} from './ledger';
export type { SandboxNonces } from './sandbox-nonces';
export { wipeSignature } from './wipe-signature';
