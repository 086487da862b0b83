export { decodeHeader, encodeHeader, type DecodedHeader } from './headers';
export { requestFingerprint, type RequestPieces } from './fingerprint';
export { compileOffer, type CompiledOffer, type OfferDetail } from './offer';
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
