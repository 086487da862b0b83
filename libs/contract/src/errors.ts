import { LIMITS } from './limits';

/**
 * The one error table: every error the service answers is a row here. The
 * `ErrorCode` union, the HTTP status, the published error page and the OpenAPI responses are all derived from it.
 */

/** One row of the error table. */
export interface ErrorRow {
  /** HTTP status of the answer. */
  readonly http: number;
  /** When the service answers this code; shown on the error page. */
  readonly when: string;
  /** What the caller should do next; sent as `error.next`. */
  readonly next: string;
  /** Whole seconds sent as `Retry-After` unless the thrower knows better. */
  readonly retryAfterSeconds?: number;
}

/** Rows in order of precedence: where two apply to one request, the earlier one is answered. */
export const ERRORS = {
  headers_too_large: {
    http: 431,
    when: 'The request headers are too large.',
    next: 'Send smaller headers.',
  },
  not_found: {
    http: 404,
    when: 'There is no route at this path.',
    next: 'GET /llms.txt lists routes.',
  },
  method_not_allowed: {
    http: 405,
    when: 'The path exists but not for this method; the Allow header lists its methods.',
    next: 'Use an allowed method.',
  },
  body_too_large: {
    http: 413,
    when: 'The request body is over 64 KB.',
    next: 'Send a smaller body.',
  },
  not_implemented: {
    http: 501,
    when: 'The priced route is not available yet; a payment is never settled.',
    next: 'Use another route.',
  },
  payments_unconfigured: {
    http: 503,
    when: 'Payments are unavailable on this server.',
    next: 'Use free routes.',
  },
  paused: {
    http: 503,
    when: 'Paid routes are temporarily paused; free routes still answer.',
    next: 'Retry after Retry-After.',
    retryAfterSeconds: 30,
  },
  dataset_unavailable: {
    http: 503,
    when: 'No snapshot of the dataset is loaded yet.',
    next: 'GET /health; retry later.',
    retryAfterSeconds: 60,
  },
  stale_data: {
    http: 503,
    when: 'The dataset was not refreshed within twice its cadence.',
    next: 'GET /health; retry later.',
    retryAfterSeconds: 600,
  },
  watch_unavailable: {
    http: 503,
    when: 'Stack watch is unavailable on this server.',
    next: 'Use POST /v1/stack/check.',
  },
  rate_limited: {
    http: 429,
    when:
      'Five payments from one payer address or client IP were refused within 10 minutes, requests of one client IP that ' +
      'were not paid for took too much processor time, too many of them are under way, ' +
      'or more than 60 dry runs were asked for within a minute.',
    next: 'Wait for Retry-After.',
    retryAfterSeconds: 600,
  },
  payment_required: {
    http: 402,
    when: 'A paid route was called without a PAYMENT-SIGNATURE header.',
    next: 'Pay accepts[0] and retry the same request with PAYMENT-SIGNATURE.',
  },
  l402_invalid: {
    http: 401,
    when: 'An L402 credential failed a check or its preimage was already used; only with the L402 rail on.',
    next: 'Pay the invoice in WWW-Authenticate and retry.',
  },
  payment_invalid: {
    http: 402,
    when: 'The payment cannot be decoded, is not x402 v2 exact, or its signature was refused.',
    next: 'Build a new payment.',
  },
  payment_in_progress: {
    http: 409,
    when: 'The same payment or payment-identifier is still being processed.',
    next: 'Retry in a few seconds with the same request.',
    retryAfterSeconds: 2,
  },
  payment_id_conflict: {
    http: 409,
    when: 'The payment-identifier was already used with a different payment or request.',
    next: 'Use a new identifier.',
  },
  payment_replayed: {
    http: 402,
    when: 'The payment nonce was already used.',
    next: 'Sign a new payment; to get a paid answer again send the same payment-identifier with the same payment.',
  },
  payment_wrong_network: {
    http: 402,
    when: 'The payment is not for the offered network.',
    next: 'Use accepts[0].network.',
  },
  payment_wrong_asset: {
    http: 402,
    when: 'The payment is not in the offered USDC asset.',
    next: 'Use accepts[0].asset.',
  },
  payment_wrong_payto: {
    http: 402,
    when: 'The payment pays another address.',
    next: 'Use accepts[0].payTo.',
  },
  payment_wrong_resource: {
    http: 402,
    when: 'The payment names another URL than the one called, or none.',
    next: 'Sign for resource.url of this 402.',
  },
  payment_underpaid: {
    http: 402,
    when: 'The amount is below the route price.',
    next: 'Pay at least accepts[0].amount.',
  },
  payment_expired: {
    http: 402,
    when: 'validBefore is less than 5 seconds away or past, or validAfter is ahead.',
    next: 'Sign with a current window.',
  },
  payer_blocked: {
    http: 403,
    when: 'The paying address is blocked by sanctions screening; the payment is not settled.',
    next: 'None.',
  },
  too_many_items: {
    http: 413,
    when: `The batch is over its limit, or its packages have more than ${LIMITS.advisoriesJudgedMax} advisories together.`,
    next: 'Split the batch.',
  },
  bad_request: {
    http: 400,
    when: 'The input is invalid; the message names the field.',
    next: 'Check the schema; GET /v1/validate checks an id for free, POST /v1/validate a whole request.',
  },
  token_invalid: {
    http: 400,
    when: 'The watch token was not issued by this service: its shape, signature or contents are wrong.',
    next: 'Start a new watch.',
  },
  token_expired: {
    http: 410,
    when: 'The watch token is past its expires_at (180 days) or in a format that is no longer read.',
    next: 'Start a new watch with the stack (in watch.stack of the last answer).',
  },
  snapshot_expired: {
    http: 410,
    when: 'The `since` snapshot_id is unknown or no longer kept.',
    next: 'Download the full snapshot and use its snapshot_id as the next `since`.',
  },
  unknown_id: {
    http: 404,
    when: 'The id is not in the dataset; for a batch, none of the items is; for an image, no part matched.',
    next: 'Retry with a suggested id; /v1/eol/index or /v1/models/index list ids.',
  },
  no_match: {
    http: 404,
    when: 'No record meets the search on POST /v1/models/cheapest.',
    next: 'Do what the message says: send a smaller call where it is too large, or else loosen the constraints.',
  },
  facilitator_unavailable: {
    http: 503,
    when: 'The facilitator could not verify or settle; nothing was charged.',
    next: 'Retry later with a new payment.',
    retryAfterSeconds: 10,
  },
  settlement_unknown: {
    http: 503,
    when: 'The settlement is unconfirmed and may have completed; the payment is held for reconciliation.',
    next: 'Retry with the SAME PAYMENT-SIGNATURE within about 20 s, or at any later time while it is held; it is never charged twice.',
    retryAfterSeconds: 30,
  },
  internal: {
    http: 500,
    when: 'An unexpected server error.',
    next: 'Retry later.',
  },
} as const satisfies Record<string, ErrorRow>;

/** Every code of the error table. */
export type ErrorCode = keyof typeof ERRORS;

/** All codes in order of precedence. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

/** The row of a code. */
export function errorRow(code: ErrorCode): ErrorRow {
  return ERRORS[code];
}

/** What a thrower may add to its table row. */
export interface ErrorDetail {
  /** One sentence for the caller: which field, what was wrong, what would do. Never holds secrets. */
  readonly message?: string;
  /** At most five ids; only on `unknown_id`. */
  readonly suggestions?: readonly string[];
  /** Whole seconds; replaces the row's own. */
  readonly retryAfterSeconds?: number;
  /** Extra response headers, e.g. `Allow` on a 405. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the row's 400 where HTTP has a more exact status: a request that was not sent in time. */
  readonly status?: 408;
  /** The page about errors, in place of the base URL's own; null where there is none. */
  readonly errorsUrl?: string | null;
  /** Where the operation is described, below the base URL; given by `next` of `bad_request`, where the caller is sent to it. */
  readonly schema?: string | undefined;
  readonly cause?: unknown;
}

/** The only error that is answered as anything but `internal`. Thrown by the app, never by domain code. */
export class ServiceError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: ErrorDetail = {},
  ) {
    super(detail.message ?? ERRORS[code].when, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'ServiceError';
  }
}

/** The body of every error (section 7). */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly next: string;
    /** `{base_url}/docs/errors#<code>`; left out by a service that has no such page. */
    readonly docs?: string;
    readonly suggestions?: readonly string[];
  };
}

/**
 * The body of an error answer.
 * @param baseUrl configured public base URL, without a trailing slash
 */
export function errorBody(baseUrl: string, code: ErrorCode, detail: ErrorDetail = {}): ErrorBody {
  const row = errorRow(code);
  const { errorsUrl = `${baseUrl}/docs/errors` } = detail;
  return {
    error: {
      code,
      message: detail.message ?? row.when,
      next: code === 'bad_request' && detail.schema ? `${row.next} Schema: ${baseUrl}${detail.schema}` : row.next,
      ...(errorsUrl === null ? {} : { docs: `${errorsUrl}#${code}` }),
      ...(code === 'unknown_id' ? { suggestions: (detail.suggestions ?? []).slice(0, 5) } : {}),
    },
  };
}
