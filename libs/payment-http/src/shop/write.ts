import type { ServerResponse } from 'node:http';
import { errorBody, errorRow } from '@stackcheck/contract';
import type { CompiledOffer, Offer402 } from '@stackcheck/payment-x402/offer';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Pages in browsers may read what they pay with. */
const EXPOSED =
  'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, Retry-After, Content-Digest, Signature, Signature-Input';

/** The 402 of a call without a payment, or of one that buys nothing. */
export function writeOffer(response: ServerResponse, { body, paymentRequired }: Offer402): void {
  end(response, 402, { 'Content-Type': JSON_TYPE, 'PAYMENT-REQUIRED': paymentRequired }, body);
}

/** Why a payment buys nothing, with a fresh offer where the code is one of 402. */
export function writeRefusal(
  response: ServerResponse,
  { code, message, retryAfterSeconds }: GateRefusal,
  { offer, url, errorsUrl }: { readonly offer: CompiledOffer; readonly url: string; readonly errorsUrl: string | null },
): void {
  const detail = message === undefined ? {} : { message };
  const { http, retryAfterSeconds: usual } = errorRow(code);
  if (http === 402) return writeOffer(response, offer.render(url, code, detail));
  const wait = retryAfterSeconds ?? usual;
  const headers: Readonly<Record<string, string>> =
    wait === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(wait))) };
  const body = Buffer.from(JSON.stringify(errorBody('', code, { ...detail, errorsUrl })));
  end(response, http, { 'Content-Type': JSON_TYPE, ...headers }, body);
}

/** A paid answer: never cached, with the settlement and the receipt in its headers. */
export function writePaid(
  response: ServerResponse,
  { answer, paymentResponse, x402Version }: PaidAnswer,
  receipt: Readonly<Record<string, string>>,
): void {
  end(
    response,
    200,
    {
      'Content-Type': answer.contentType,
      'PAYMENT-RESPONSE': paymentResponse,
      ...(x402Version === 1 ? { 'X-PAYMENT-RESPONSE': paymentResponse } : {}),
      ...receipt,
    },
    answer.body,
  );
}

function end(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): void {
  response.writeHead(status, {
    'Cache-Control': 'private, no-store',
    'Access-Control-Expose-Headers': EXPOSED,
    ...headers,
    'Content-Length': String(body.length),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
