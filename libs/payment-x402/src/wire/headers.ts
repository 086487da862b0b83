import { LIMITS } from '@stackcheck/contract';
import { textFromBase64, textToBase64 } from './base64';
import { parseStrictJson, type JsonFault } from './strict-json';

/** Nesting of a payment: payload, accepted, extensions, one extension, its info and its schema stay below this. */
const DEPTH_MAX = 12;

const STANDARD_BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const FAULT_TEXT: Readonly<Record<JsonFault, string>> = {
  not_json: 'The payment header is base64, but not of JSON.',
  too_deep: `The payment header nests deeper than ${DEPTH_MAX} levels.`,
  duplicate_key: 'The payment header names a key twice in one object.',
};

/** A decoded header value, or one sentence for the caller about what is wrong with it. */
export type DecodedHeader =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** A value as base64 of its JSON, in the standard alphabet with padding, which is all official clients decode. */
export function encodeHeader(value: unknown): string {
  return textToBase64(JSON.stringify(value));
}

/**
 * Reads PAYMENT-SIGNATURE or X-PAYMENT: standard base64 (RFC 4648 section 4; padding may be absent, as official decoders
 * allow) of UTF-8 of JSON. Never throws; anything else is a fault with a message.
 */
export function decodeHeader(text: string): DecodedHeader {
  if (text.length > LIMITS.paymentHeaderBytesMax)
    return fault(`The payment header is longer than ${LIMITS.paymentHeaderBytesMax} characters.`);
  if (!isBase64(text)) return fault('The payment header is not standard base64.');
  const json = textFromBase64(text);
  if (json === null) return fault('The payment header is base64, but not of UTF-8 text.');
  const parsed = parseStrictJson(json, DEPTH_MAX);
  return parsed.ok ? parsed : fault(FAULT_TEXT[parsed.fault]);
}

/** One spelling per byte sequence is not demanded: identity is taken from decoded fields, never from this text. */
function isBase64(text: string): boolean {
  if (!STANDARD_BASE64.test(text)) return false;
  return text.endsWith('=') ? text.length % 4 === 0 : text.length % 4 !== 1;
}

function fault(message: string): DecodedHeader {
  return { ok: false, message };
}
