export { requestFingerprint, type RequestPieces } from './fingerprint';
export { type DecodedHeader, decodeHeader, encodeHeader } from '../wire/headers';
export type { PresentedPayment } from './presented-payment';
export { readAuthorization, type SignedAuthorization } from './read-authorization';
export { type Payment, readPayment, type SentPayment } from './read-payment';
export { type JsonFault, parseStrictJson, type StrictJson } from '../wire/strict-json';
