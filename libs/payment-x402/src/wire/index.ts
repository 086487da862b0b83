export { type Network, networkNamed, networkOf, NETWORKS } from '../terms/networks';
export { fromBase64, toBase64 } from './base64';
export { type DecodedHeader, decodeHeader, encodeHeader } from './headers';
export { PAYMENT_IDENTIFIER, PAYMENT_IDENTIFIER_OFFER, type ReadIdentifier, readIdentifier } from './identifier';
export { knowsIdentifier, paymentHeader, type PaymentHeader, type PaymentParts } from './make-payment';
export {
  parsePaymentPayload,
  parsePaymentPayloadV1,
  type PaymentPayloadV1,
  type PaymentPayloadV2,
} from './payment-payload';
export {
  type OfferedRequirement,
  type PaymentRequired,
  type PaymentRequiredParts,
  readPaymentRequired,
} from './payment-required';
export { type PaymentRequirement, paymentRequirement } from './requirement';
export { type PaymentRequirementV1, paymentRequirementV1 } from './requirement-v1';
export { canonicalResource, isSameResource } from './resource';
export { readSettleResponse, type SettleResponse } from './settle-response';
export { isRecord, type Parsed } from './shape';
export { parseStrictJson } from './strict-json';
export {
  type Authorization,
  tokenDomain,
  type TokenDomain,
  TRANSFER_WITH_AUTHORIZATION,
  type TransferTypedData,
  transferTypedData,
} from './transfer-authorization';
export { toAuthorization, type TransferPayload, toTransferPayload } from './transfer-payload';
