/** How a generated request pays; the payment itself is signed when it is sent, for the target it is sent to. */
export type PaymentPlan =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'signed';
      readonly x402Version: 1 | 2;
      /** `fresh` was never used before, `worn` is one of few that keep coming back. */
      readonly identifier: 'none' | 'fresh' | 'worn' | 'malformed';
      readonly flaw: PaymentFlaw;
    }
  | { readonly kind: 'garbage'; readonly header: 'PAYMENT-SIGNATURE' | 'X-PAYMENT'; readonly text: string }
  | { readonly kind: 'both' }
  | { readonly kind: 'twice' };

/** What is wrong with an otherwise good payment. */
export type PaymentFlaw =
  | 'none'
  | 'underpaid'
  | 'another recipient'
  | 'another resource'
  | 'no resource'
  | 'another network'
  | 'another asset'
  | 'expired'
  | 'not yet valid'
  | 'broken signature'
  | 'another version'
  | 'another scheme';

/** A request as generated: everything that can be shrunk and printed. */
export interface FuzzRequest {
  readonly method: string;
  /** Sent as latin1. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  readonly chunked: boolean;
  readonly payment: PaymentPlan;
  /** How often it is sent, byte for byte. */
  readonly times: number;
  /** How far the service's clock moves before. */
  readonly waitSeconds: number;
}

/** A request in one line, long values cut, for the report of a failure. */
export function describeRequest(request: FuzzRequest): string {
  const body = request.body === null ? null : cut(Buffer.from(request.body).toString('latin1'));
  const headers = request.headers.map(([name, value]) => [name, cut(value)]);
  return JSON.stringify({ ...request, target: cut(request.target), headers, body });
}

function cut(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}… (${text.length} characters)` : text;
}
