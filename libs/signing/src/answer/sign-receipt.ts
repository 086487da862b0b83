import { hash } from 'node:crypto';
import type { Signer } from '../ed25519';

/** What a receipt speaks of. */
export interface ReceiptPieces {
  /** Absolute URL of the request, as paid. */
  readonly url: string;
  /** The body, or the SHA-256 (hex) of one that is not held. */
  readonly body: Uint8Array | { readonly sha256: string };
  /** The body is sent in a content coding: its digest is that of `Unencoded-Digest`, since `Content-Digest` would be of the coded bytes. */
  readonly isCoded?: boolean;
  /** PAYMENT-RESPONSE header value; empty when the answer has none. */
  readonly paymentResponse: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** Payments that are worked on, this one included: alone, it is quicker not to ask another thread. */
  readonly inFlight: number;
}

/** From so many on, signatures are made off the event loop, of which each takes 30 µs. */
const OFF_LOOP_FROM = 4;

/**
 * The verifiable receipt of a paid answer: `Content-Digest` (RFC 9530) and an HTTP message signature
 * (RFC 9421) by the API's own Ed25519 key over status, digest, target URI and PAYMENT-RESPONSE. A field that the answer has
 * not cannot be signed (section 2.5), so the answer of a rail without PAYMENT-RESPONSE is signed over the other three. Of a body that is
 * sent coded, the digest before that (draft-ietf-httpbis-unencoded-digest) is signed in place of `Content-Digest`.
 */
export async function signReceipt(signer: Signer, pieces: ReceiptPieces): Promise<Readonly<Record<string, string>>> {
  const digest = `sha-256=:${digestOf(pieces.body)}:`;
  const field = digestField(pieces);
  const parameters =
    `("@status" "${field.toLowerCase()}" "@target-uri";req${pieces.paymentResponse === '' ? '' : ' "payment-response"'})` +
    `;created=${Math.floor(pieces.nowMs / 1000)}` +
    `;keyid="${signer.keyId}";alg="ed25519"`;
  const base = Buffer.from(receiptBase(digest, pieces, parameters), 'utf8');
  const signature = pieces.inFlight < OFF_LOOP_FROM ? signer.sign(base) : await signer.signOffLoop(base);
  return {
    [field]: digest,
    'Signature-Input': `receipt=${parameters}`,
    Signature: `receipt=:${Buffer.from(signature).toString('base64')}:`,
  };
}

function digestField({ isCoded = false }: Pick<ReceiptPieces, 'isCoded'>): string {
  return isCoded ? 'Unencoded-Digest' : 'Content-Digest';
}

/** In base64. */
function digestOf(body: ReceiptPieces['body']): string {
  return 'sha256' in body ? Buffer.from(body.sha256, 'hex').toString('base64') : hash('sha256', body, 'base64');
}

/** The signature base of RFC 9421 section 2.5: one line per component, then the parameters. */
export function receiptBase(
  digest: string,
  pieces: Pick<ReceiptPieces, 'url' | 'paymentResponse' | 'isCoded'>,
  parameters: string,
): string {
  return [
    '"@status": 200',
    `"${digestField(pieces).toLowerCase()}": ${digest}`,
    `"@target-uri";req: ${pieces.url}`,
    ...(pieces.paymentResponse === '' ? [] : [`"payment-response": ${pieces.paymentResponse}`]),
    `"@signature-params": ${parameters}`,
  ].join('\n');
}
