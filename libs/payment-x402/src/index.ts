export {
  addressTopic,
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  TRANSFER,
  transferOfUse,
  type TokenLog,
} from './authorization-use';
export {
  createChainEvidence,
  type AuthorizationUse,
  type ChainEndpoint,
  type ChainEvidence,
  type ChainFinding,
  type ChainHead,
} from './chain-evidence';
export { clientKey, clientKeys, widerClientKey, type ClientKeys } from './client-address';
export { slidingWindow, type SlidingWindow, type WindowBounds } from './sliding-window';
export {
  authorizationDigest,
  paymentHash,
  recoverAddress,
  recoverSigner,
  signatureHash,
  tokenDomain,
  type Authorization,
  type TokenDomain,
} from './eip3009';
export type {
  ExpectedTransfer,
  Facilitator,
  FacilitatorRefusal,
  FacilitatorRequest,
  FacilitatorState,
  SettleOutcome,
  VerifyOutcome,
  VerifyUnavailable,
} from './facilitator';
export { requestFingerprint, type RequestPieces } from './fingerprint';
export type { BeginOutcome, InFlightLock, InFlightLocks, LockName, LateSettlement } from './in-flight/in-flight-locks';
export { LockServer, type LockServerConnection } from './in-flight/lock-server';
export type { LockRequest, LockReply } from './in-flight/lock-messages';
export { LocalLocks } from './in-flight/local-locks';
export { LockClient } from './in-flight/lock-client';
export { createPaymentGate, type GateDeps } from './gate';
export type { GateEvent, GateLog } from './gate-log';
export type {
  AdmittedPayment,
  GateRefusal,
  Offer402,
  OpenedPayment,
  PaidAnswer,
  PaymentGate,
  PaymentTerms,
  PresentedPayment,
  PricedRoute,
  ProofLevel,
} from './gate-types';
export { decodeHeader, encodeHeader, type DecodedHeader } from './headers';
export { recoverKeysBy, type KeyRecovery } from './key-recovery';
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
} from './ledger';
export { NETWORKS, networkOf, type Network } from './networks';
export { compileOffer, type CompiledOffer, type OfferDetail } from './offer';
export { readAuthorization, type SignedAuthorization } from './read-authorization';
export { readPayment, type Payment } from './read-payment';
export { BUDGET_MS, createProcessorBudget, type ProcessorBudget, type Spending } from './processor-budget';
export { loggableReason, settleReason, verifyReason } from './reasons';
export { offeredResource } from './resource';
export { createReconciler, type ReconcileReport, type Reconciler } from './reconcile';
export { createRefusalLimit, type ProvenPayer, type RefusalLimit } from './refusals';
export type { SandboxNonces } from './sandbox-nonces';
export { NONE_BLOCKED, type PayerScreening, type PayerVerdict } from './screening';
export { parseStrictJson, type JsonFault, type StrictJson } from './strict-json';
export {
  createVerificationSlots,
  type SlotAsked,
  type SlotsUsedUp,
  type VerificationSlot,
  type VerificationSlots,
} from './verification-slots';
export { wipeSignature } from './wipe-signature';
export { toVersion2 } from './v1/to-v2';
