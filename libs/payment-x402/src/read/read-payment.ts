import type { AtomicUsdc } from '@stackcheck/contract';
import { paymentHash } from '../signature/eip3009';
import { tokenDomain, type Authorization } from '../wire/transfer-authorization';
import type { PaymentTerms } from '../terms/payment-terms';
import { decodeHeader } from '../wire/headers';
import { readIdentifier } from '../wire/identifier';
import type { PaymentKey } from '../ledger/ledger';
import { toAuthorization, type TransferPayload } from '../wire/transfer-payload';
import {
  parsePaymentPayload,
  parsePaymentPayloadV1,
  type PaymentPayloadV1,
  type PaymentPayloadV2,
} from '../wire/payment-payload';
import type { Parsed } from '../wire/shape';

/** A payment of either version as the checks and the gate see it. */
export interface Payment {
  readonly x402Version: 1 | 2;
  /** The decoded header, passed to the facilitator as it came. */
  readonly payload: unknown;
  readonly authorization: Authorization;
  readonly signature: string;
  /** The payer's address in the client's own spelling. */
  readonly payer: string;
  readonly key: PaymentKey;
  readonly hash: string;
  readonly identifier: string | null;
  readonly named: NamedTerms;
}

/** What the unsigned part of a payment claims; null where the version has no such field. */
export interface NamedTerms {
  readonly scheme: string;
  readonly network: string;
  readonly asset: string | null;
  readonly payTo: string | null;
  readonly amount: AtomicUsdc | null;
  readonly resource: string | null;
}

/** The payment of a request: its headers, every value as sent, or the payment itself. */
export interface SentPayment {
  readonly paymentSignature: readonly string[];
  readonly xPayment: readonly string[];
  /**
   * Of a transport that carries it decoded, in place of both headers: a payment of version 2, parsed from JSON that nests no deeper and is no
   * longer than in a header.
   */
  readonly payload?: unknown;
}

/**
 * Decodes the one payment of a request. Refused are a repeated header and both headers together, since two payments
 * could be meant. Never throws.
 */
export function readPayment(sent: SentPayment, terms: PaymentTerms): Parsed<Payment> {
  if (sent.payload !== undefined) return fromV2(sent.payload, terms);
  const values = [...sent.paymentSignature, ...sent.xPayment];
  const [value] = values;
  if (value === undefined) return fault('There is no payment header.');
  if (values.length > 1) return fault('Send one payment header once: PAYMENT-SIGNATURE (v2) or X-PAYMENT (v1).');
  const decoded = decodeHeader(value);
  if (!decoded.ok) return decoded;
  return sent.paymentSignature.length > 0 ? fromV2(decoded.value, terms) : fromV1(decoded.value, terms);
}

function fromV2(value: unknown, terms: PaymentTerms): Parsed<Payment> {
  const parsed = parsePaymentPayload(value);
  if (!parsed.ok) return parsed;
  const read = readIdentifier(parsed.value.extensions);
  if (!read.ok) return fault('The payment-identifier must have an info.id of 16 to 128 characters of A-Z a-z 0-9 _ -.');
  return payment(2, parsed.value, read.identifier, namedByV2(parsed.value), terms);
}

function fromV1(value: unknown, terms: PaymentTerms): Parsed<Payment> {
  const parsed = parsePaymentPayloadV1(value);
  return parsed.ok ? payment(1, parsed.value, null, namedByV1(parsed.value), terms) : parsed;
}

function namedByV2({ accepted, resource }: PaymentPayloadV2): NamedTerms {
  const { scheme, network, asset, payTo, amount } = accepted;
  return { scheme, network, asset, payTo, amount: BigInt(amount), resource: resource?.url ?? null };
}

/** Version 1 has no resource field; one that a client added is taken at its word. */
function namedByV1(payload: PaymentPayloadV1 & { readonly resource?: unknown }): NamedTerms {
  const resource = typeof payload.resource === 'string' ? payload.resource : null;
  return { scheme: payload.scheme, network: payload.network, asset: null, payTo: null, amount: null, resource };
}

function payment(
  x402Version: 1 | 2,
  payload: { readonly payload: TransferPayload },
  identifier: string | null,
  named: NamedTerms,
  terms: PaymentTerms,
): Parsed<Payment> {
  const authorization = toAuthorization(payload.payload);
  if (!authorization) return fault('A number of the authorization is larger than 256 bits.');
  return {
    ok: true,
    value: {
      x402Version,
      payload,
      authorization,
      signature: payload.payload.signature,
      payer: payload.payload.authorization.from,
      key: {
        network: terms.network,
        asset: terms.asset.toLowerCase(),
        payer: authorization.from,
        nonce: authorization.nonce,
      },
      hash: paymentHash(tokenDomain(terms), authorization),
      identifier,
      named,
    },
  };
}

function fault(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
