import { provenBy, unproven, type Claim } from './claim';
import { keyFault, type KnownKeys } from './known-keys';
import { digestOf, isSignatureOf, type Proof } from './proof';

/** The response headers that make a receipt, by their lower-case names. */
export interface ReceiptHeaders {
  readonly 'content-digest'?: string | undefined;
  /** In its place where the body was sent in a content coding. */
  readonly 'unencoded-digest'?: string | undefined;
  readonly signature?: string | undefined;
  readonly 'signature-input'?: string | undefined;
  readonly 'payment-response'?: string | undefined;
}

/** What a receipt is compared with. */
export interface ReceivedAnswer {
  /** Decoded, where it was sent in a content coding. */
  readonly body: Uint8Array;
  readonly headers: ReceiptHeaders;
  /** The absolute URL that was asked, as it was paid. */
  readonly url: string;
  readonly status?: number | undefined;
}

/** The one form in which receipts are written; their order is part of what is signed. */
const INPUT =
  /^receipt=(\("@status" "(content|unencoded)-digest" "@target-uri";req( "payment-response")?\);created=(\d{1,15});keyid="([A-Za-z0-9_-]{43})";alg="ed25519")$/;
/** 64 bytes; the bits beyond the last one are zero, so that there is one text for each. */
const SIGNATURE = /^receipt=:([A-Za-z0-9+/]{85}[AQgw])==:$/;

/**
 * Whether the receipt of an answer proves its body: `Content-Digest` (RFC 9530) is of these bytes, and the signature
 * (RFC 9421, label `receipt`) is over the status, that digest, the URL and PAYMENT-RESPONSE, whenever the answer has one. Of an answer
 * that was sent coded it is `Unencoded-Digest` (draft-ietf-httpbis-unencoded-digest). The signature says which of them counts.
 */
export function* receiptClaim(answer: ReceivedAnswer, known: KnownKeys): Proof<Claim> {
  const { body, headers, url, status = 200 } = answer;
  const no = (fault: string): Claim => unproven('receipt', null, fault);
  const [, parameters, kind = 'content', covered, created, keyId = ''] =
    INPUT.exec(headers['signature-input'] ?? '') ?? [];
  const field = `${kind as 'content' | 'unencoded'}-digest` as const;
  const digest = headers[field];
  if (digest === undefined) return no(`the answer has no ${field}`);
  if (digest !== `sha-256=:${base64OfHex(yield* digestOf(body))}:`) {
    return no(`the body is not the one that ${field} is of`);
  }
  if (parameters === undefined) return no('Signature-Input is missing or not that of a receipt');
  const payment = headers['payment-response'];
  if ((payment !== undefined) !== (covered !== undefined))
    return no('the signature does not speak of PAYMENT-RESPONSE');
  const signature = SIGNATURE.exec(headers.signature ?? '')?.[1];
  if (signature === undefined) return no('Signature is missing or not that of a receipt');
  const fault = keyFault(known, keyId, Number(created));
  if (fault !== undefined) return no(fault);
  const base = [
    `"@status": ${status}`,
    `"${field}": ${digest}`,
    `"@target-uri";req: ${url}`,
    ...(payment === undefined ? [] : [`"payment-response": ${payment}`]),
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const urlSafe = signature.replaceAll('+', '-').replaceAll('/', '_');
  if (!(yield* isSignatureOf(keyId, new TextEncoder().encode(base), urlSafe))) {
    return no('the signature is not over this status, body, URL and PAYMENT-RESPONSE');
  }
  return provenBy('receipt', null, keyId);
}

function base64OfHex(hex: string): string {
  return btoa(hex.replace(/../g, (digits) => String.fromCharCode(parseInt(digits, 16))));
}
