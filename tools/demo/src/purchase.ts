/** What the seller says it was paid: the decoded PAYMENT-RESPONSE (v2) or X-PAYMENT-RESPONSE (v1) header. */
export interface Receipt {
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
  readonly payer?: string;
  readonly errorReason?: string;
}

/** An answer as it arrived, with what was sent to get it. */
export interface Purchase {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The body as JSON; throws when it is none. */
  json<T = unknown>(): T;
  readonly receipt: Receipt | undefined;
  /** The payment as sent, name and value, to be sent again; undefined when nothing was paid. */
  readonly payment: Readonly<Record<string, string>> | undefined;
}

/** Reads a response to its end. */
export async function toPurchase(
  response: Response,
  payment: Readonly<Record<string, string>> | undefined,
): Promise<Purchase> {
  const body = Buffer.from(await response.arrayBuffer());
  const receipt = response.headers.get('payment-response') ?? response.headers.get('x-payment-response');
  return {
    status: response.status,
    headers: response.headers,
    body,
    json: <T>() => JSON.parse(body.toString('utf8')) as T,
    receipt: receipt === null ? undefined : (decodeHeader(receipt) as Receipt),
    payment,
  };
}

/** Sends a request with a payment that was made before, as a client does that lost the answer. */
export async function resend(
  url: string,
  init: RequestInit,
  payment: Readonly<Record<string, string>>,
): Promise<Purchase> {
  const response = await fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...payment } });
  return toPurchase(response, payment);
}

/** JSON of an x402 header: standard base64 with padding, UTF-8 (x402 HTTP transport). Throws on anything else. */
export function decodeHeader(value: string): unknown {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0) throw new Error(`not standard base64: ${value}`);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64')));
}

/** The header form of a JSON value. */
export function encodeHeader(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64');
}
