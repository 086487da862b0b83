import { errorRow, type ErrorCode, type ServiceError } from '@stackcheck/contract';
import type { AnyRoute } from '../catalogue/define-route';
import { errorsOf } from './route-errors';

/** Response headers of the description, by the name of their component. */
export function headerComponents(l402: boolean): Readonly<Record<string, object>> {
  const { WwwAuthenticate, ...always } = HEADERS;
  return l402 ? { ...always, WwwAuthenticate } : always;
}

const HEADERS = {
  PaymentRequired: header('x402 v2 offer, base64 JSON.'),
  PaymentResponse: header('Settlement result, base64 JSON.'),
  XPaymentResponse: header('The same, for a v1 payment.'),
  ContentDigest: header(
    'RFC 9530 digest of the body. A download that was asked for with `Want-Unencoded-Digest: sha-256=1` and is sent in gzip has ' +
      '`Unencoded-Digest` in its place, of the bytes before that.',
  ),
  SignatureInput: header('RFC 9421 parameters of the receipt.'),
  Signature: header('RFC 9421 signature of the receipt.'),
  PreferenceApplied: header('`validate-only` where only the input was checked.'),
  WwwAuthenticate: header('L402 challenge with an invoice; with a 402 only when it was asked for.'),
};

/** Headers of a paid 200. */
export function paidHeaders(): object {
  return {
    'PAYMENT-RESPONSE': headerRef('PaymentResponse'),
    'X-PAYMENT-RESPONSE': headerRef('XPaymentResponse'),
    'Content-Digest': headerRef('ContentDigest'),
    'Signature-Input': headerRef('SignatureInput'),
    Signature: headerRef('Signature'),
  };
}

/** A body that does not arrive in time: the same code under the status that HTTP has for it (`ErrorDetail.status`). */
const SLOW_BODY_STATUS: NonNullable<ServiceError['detail']['status']> = 408;
const SLOW_BODY_CODE: ErrorCode = 'bad_request';
const SLOW_BODY_WHEN = 'The request body was not sent in time.';

/** The error responses of all routes. Routes share most of them, so each is described once and referred to. */
export class ErrorResponses {
  private readonly byName = new Map<string, { readonly codes: string; readonly response: object }>();

  constructor(private readonly l402: boolean) {}

  /** References by status, in order. */
  of(route: AnyRoute): Readonly<Record<string, object>> {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of errorsOf(route, this.l402)) {
      const { http } = errorRow(code);
      byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
    }
    if (route.body) byStatus.set(SLOW_BODY_STATUS, [SLOW_BODY_CODE]);
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(
      statuses.map(([status, codes]) => [
        String(status),
        { $ref: `#/components/responses/${this.nameOf(status, codes)}` },
      ]),
    );
  }

  /** All that were referred to. */
  components(): Readonly<Record<string, object>> {
    return Object.fromEntries([...this.byName].map(([name, { response }]) => [name, response]));
  }

  /** The code where a response has one, else the status; further ones with the same status are counted. */
  private nameOf(status: number, codes: readonly ErrorCode[]): string {
    const key = `${status} ${codes.join()}`;
    const isOwnStatus = codes.length === 1 && errorRow(codes[0]!).http === status;
    const base = isOwnStatus ? codes[0]! : `status_${status}`;
    for (let count = 1; ; count++) {
      const name = count === 1 ? base : `${base}_${count}`;
      const known = this.byName.get(name);
      if (!known) this.byName.set(name, { codes: key, response: describe(status, codes, this.l402) });
      if (!known || known.codes === key) return name;
    }
  }
}

function describe(status: number, codes: readonly ErrorCode[], l402: boolean): object {
  const headers = {
    ...(status === 402 ? { 'PAYMENT-REQUIRED': headerRef('PaymentRequired') } : {}),
    ...(l402 && (status === 401 || status === 402) ? { 'WWW-Authenticate': headerRef('WwwAuthenticate') } : {}),
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${whenOf(status, code)}`).join(' '),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: `#/components/schemas/${status === 402 ? 'PaymentRequired' : 'Error'}` },
            { properties: { error: { properties: { code: { enum: codes } } } } },
          ],
        },
      },
    },
  };
}

function whenOf(status: number, code: ErrorCode): string {
  return status === SLOW_BODY_STATUS ? SLOW_BODY_WHEN : errorRow(code).when;
}

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function headerRef(name: string): object {
  return { $ref: `#/components/headers/${name}` };
}
