export {
  addressTopic,
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  TRANSFER,
  transferOfUse,
  type TokenLog,
} from './evidence/authorization-use';
export {
  createChainEvidence,
  type AuthorizationUse,
  type ChainEndpoint,
  type ChainEvidence,
  type ChainFinding,
  type ChainHead,
} from './evidence/chain-evidence';
export { clientKey, clientKeys, widerClientKey, type ClientKeys } from './refusals/client-address';
export { slidingWindow, type SlidingWindow, type WindowBounds } from './refusals/sliding-window';
export {
  authorizationDigest,
  paymentHash,
  recoverAddress,
  recoverSigner,
  signatureHash,
  tokenDomain,
  type Authorization,
  type TokenDomain,
} from './signature/eip3009';
export type {
  ExpectedTransfer,
  Facilitator,
  FacilitatorRefusal,
  FacilitatorRequest,
  FacilitatorState,
  SettleOutcome,
  VerifyOutcome,
  VerifyUnavailable,
} from './facilitator/facilitator';
export { requestFingerprint, type RequestPieces } from './read/fingerprint';
export type { BeginOutcome, InFlightLock, InFlightLocks, LockName, LateSettlement } from './in-flight/in-flight-locks';
export { LockServer, type LockServerConnection } from './in-flight/lock-server';
export type { LockRequest, LockReply } from './in-flight/lock-messages';
export { LocalLocks } from './in-flight/local-locks';
export { LockClient } from './in-flight/lock-client';
export { createPaymentGate, type GateDeps } from './gate/gate';
export type { GateEvent, GateLog } from './settle/gate-log';
export type { AdmittedPayment, OpenedPayment, PaymentGate, ProofLevel } from './gate/payment-gate';
export type { Offer402 } from './offer/offer-402';
export type { PresentedPayment } from './read/presented-payment';
export type { GateRefusal, PaidAnswer } from './settle/outcome';
export type { PaymentTerms } from './terms/payment-terms';
export type { PricedRoute } from './terms/priced-route';
export { decodeHeader, encodeHeader, type DecodedHeader } from './read/headers';
export { recoverKeysBy, type KeyRecovery } from './signature/key-recovery';
export type {
  ClaimOutcome,
  Ambiguity,
  PaymentIntent,
  PaymentKey,
  PaymentLedger,
  PaymentRecord,
  PaymentState,
  PrepaidLedger,
  Settlement,
  StoredAnswer,
  WithdrawOutcome,
} from './ledger/ledger';
export { NETWORKS, networkOf, type Network } from './terms/networks';
export { compileOffer, type CompiledOffer, type OfferDetail } from './offer/offer';
export { readAuthorization, type SignedAuthorization } from './read/read-authorization';
export { readPayment, type Payment } from './read/read-payment';
export { BUDGET_MS, createProcessorBudget, type ProcessorBudget, type Spending } from './checks/processor-budget';
export { loggableReason, settleReason, verifyReason } from './facilitator/reasons';
export { offeredResource } from './offer/resource';
export { createReconciler, type ReconcileReport, type Reconciler } from './reconcile/reconcile';
export { createRefusalLimit, type ProvenPayer, type RefusalLimit } from './refusals/refusals';
export type { SandboxNonces } from './ledger/sandbox-nonces';
export { NONE_BLOCKED, type PayerScreening, type PayerVerdict } from './checks/screening';
export type { HostLease, LeaseOutcome } from './store/host-lease';
export type { PaymentFilter, PaymentHistory, PaymentReader, PaymentSummary } from './store/payment-reader';
export {
  LedgerBrokenError,
  type Integrity,
  type LedgerFault,
  type LedgerFaultKind,
  type PaymentStore,
} from './store/payment-store';
export { parseStrictJson, type JsonFault, type StrictJson } from './read/strict-json';
export {
  createVerificationSlots,
  type SlotAsked,
  type SlotsUsedUp,
  type VerificationSlot,
  type VerificationSlots,
} from './checks/verification-slots';
export { wipeSignature } from './ledger/wipe-signature';
export { toVersion2 } from './facilitator/to-v2';
