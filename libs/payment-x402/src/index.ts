export type { ExpectedTransfer, Facilitator, FacilitatorRequest, SettleOutcome, VerifyOutcome } from './facilitator';
export type {
  AdmittedPayment,
  GateRefusal,
  Offer402,
  PaidAnswer,
  PaymentGate,
  PaymentTerms,
  PresentedPayment,
  PricedRoute,
} from './gate-types';
export type {
  ClaimOutcome,
  PaymentIntent,
  PaymentKey,
  PaymentLedger,
  PaymentRecord,
  PaymentState,
  Settlement,
  StoredAnswer,
} from './ledger';
