import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils';
import { fromBase64, toBase64 } from '@stackcheck/payment-x402/wire';
import { BuyerError } from '../errors/buyer-error';
import type { KeptRequest } from '../spending/book-state';

/** What is asked for. Method, URL and body make it the same request as another; headers do not. */
export interface BuyerRequest {
  /** Absolute; https, or http to this host alone. */
  readonly url: string;
  /** GET unless there is a body, then POST. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Bytes of a body, which is kept in the spend book until the payment is closed. */
const BODY_BYTES_MAX = 1_048_576;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PAYMENT_HEADERS = ['payment-signature', 'x-payment'];

/**
 * A request in the form in which it is kept and sent.
 * @throws BuyerError bad_request
 */
export function toKeptRequest({ url, method, headers = {}, body }: BuyerRequest): KeptRequest {
  if (!URL.canParse(url)) throw badRequest('The URL is not absolute: give one with https://.');
  const target = new URL(url);
  target.hash = '';
  if (target.protocol !== 'https:' && !(target.protocol === 'http:' && LOOPBACK.test(target.hostname)))
    throw badRequest(
      `A payment is sent over https only, and over http to this host alone; ${target.origin} is neither.`,
    );
  if (target.username !== '' || target.password !== '')
    throw badRequest('The URL holds a user name or password: send them in a header.');
  const named = Object.keys(headers).find((name) => PAYMENT_HEADERS.includes(name.toLowerCase()));
  if (named !== undefined) throw badRequest(`The header ${named} is the buyer's to send: leave it out.`);
  const bytes = typeof body === 'string' ? utf8ToBytes(body) : (body ?? null);
  if (bytes && bytes.length > BODY_BYTES_MAX) throw badRequest(`The body is longer than ${BODY_BYTES_MAX} bytes.`);
  const verb = (method ?? (bytes ? 'POST' : 'GET')).toUpperCase();
  const identity = utf8ToBytes(JSON.stringify([verb, target.href, bytes !== null]));
  return {
    fingerprint: bytesToHex(sha256(concatBytes(identity, bytes ?? new Uint8Array()))),
    method: verb,
    url: target.href,
    headers,
    body: bytes && toBase64(bytes),
  };
}

/** The body as it is sent; undefined where there is none. */
export function bodyOf({ body }: KeptRequest): Uint8Array<ArrayBuffer> | undefined {
  return body === null ? undefined : new Uint8Array(fromBase64(body));
}

function badRequest(message: string): BuyerError {
  return new BuyerError('bad_request', message);
}
