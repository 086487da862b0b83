import { ERROR_CODES, errorRow, type ErrorCode } from '@stackcheck/contract';
import type { AnyRoute, Published } from '../routes/define-route';
import { pathParamsOf } from '../routes/define-route';
import type { JsonSchema } from '../routes/json-schema';
import { inputSchemas, parametersOf } from './input-schemas';
import type { PublishingContext } from './llms-txt';
import { publish } from './published';
import { SHARED_SCHEMAS } from './shared-schemas';

/** Version label of the service (specification, section 1). */
export const SERVICE_VERSION = '0.5.0';

/** Codes every route may answer. */
const ANY_ROUTE: readonly ErrorCode[] = ['bad_request', 'body_too_large', 'headers_too_large', 'internal'];

/** Codes every paid route may answer. */
const PAID_ROUTE: readonly ErrorCode[] = [
  'payment_required',
  'payment_invalid',
  'payment_replayed',
  'payment_underpaid',
  'payment_expired',
  'payment_wrong_network',
  'payment_wrong_asset',
  'payment_wrong_payto',
  'payment_wrong_resource',
  'facilitator_unavailable',
  'settlement_unknown',
  'payment_in_progress',
  'payment_id_conflict',
  'rate_limited',
  'paused',
  'stale_data',
  'payer_blocked',
  'dataset_unavailable',
  'payments_unconfigured',
];

/** Every code a route may answer, in order of precedence. */
export function errorsOf(route: AnyRoute, l402 = false): readonly ErrorCode[] {
  if (route.implemented === false) return ['not_implemented', ...ANY_ROUTE];
  const own = new Set<ErrorCode>([...ANY_ROUTE, ...route.errors]);
  if (route.price !== 'free' && l402) own.add('l402_invalid');
  if (route.price !== 'free') PAID_ROUTE.forEach((code) => own.add(code));
  else if (route.dataset) own.add('dataset_unavailable');
  return ERROR_CODES.filter((code) => own.has(code));
}

/** The OpenAPI 3.1 description: a pure function of catalogue, error table and input classes. */
export function openApiDocument(context: PublishingContext): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of context.routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(context, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'stackcheck',
      version: SERVICE_VERSION,
      summary: 'Software end-of-life, paid per call.',
      description:
        'Answers about a software stack before it is installed or deployed. Each call is paid in USDC through x402, without account or API key; each answer names the signed dataset snapshot it came from. Errors are never charged.' +
        (context.paymentNotice ? ` ${context.paymentNotice}` : ''),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: context.baseUrl }],
    tags: TAGS,
    paths,
    components: { schemas: { ...SHARED_SCHEMAS, ...inputSchemas(context.routes) } },
  };
}

/** The description as served. */
export function openapi(context: PublishingContext): Published {
  return publish('application/json', JSON.stringify(openApiDocument(context), null, 2));
}

const TAGS = [
  { name: 'eol', description: 'End-of-life dates and support status.' },
  { name: 'kev', description: 'Known exploited vulnerabilities.' },
  { name: 'models', description: 'LLM prices and limits.' },
  { name: 'stack', description: 'Whole stacks.' },
  { name: 'osv', description: 'Open-source package vulnerabilities.' },
  { name: 'service', description: 'The service itself.' },
  { name: 'paid', description: 'Paid per call.' },
  { name: 'free', description: 'Free.' },
];

function operation(context: PublishingContext, route: AnyRoute): object {
  const paid = route.price !== 'free';
  return {
    operationId: route.operationId,
    tags: route.tags,
    summary: route.summary,
    description: route.description,
    security: [],
    ...(paid
      ? {
          'x-payment-info': {
            price: { mode: 'fixed', currency: 'USD', amount: context.priceUsd(route) },
            protocols: [{ x402: {} }, ...(context.l402 ? [{ l402: {} }] : [])],
          },
        }
      : {}),
    parameters: [
      ...parametersOf(route, pathParamsOf(route.path)),
      ...(paid ? PAYMENT_PARAMETERS : []),
      ...(paid && context.l402 ? [L402_PARAMETER] : []),
    ],
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${route.body.name}` },
                example: route.example.body,
              },
            },
          },
        }
      : {}),
    responses: responses(route, paid, context.l402),
  };
}

const PAYMENT_PARAMETERS = [
  header('PAYMENT-SIGNATURE', 'x402 v2 payment payload, base64 JSON.'),
  header('X-PAYMENT', 'x402 v1 payment payload, base64 JSON.'),
];

/** OpenAPI takes Authorization for its own business, so the credential is told of in words. */
const L402_PARAMETER = header(
  'Accept-Payment',
  '`l402` asks for a Lightning invoice in WWW-Authenticate; the paid request carries `Authorization: L402 <macaroon>:<preimage>`.',
);

function header(name: string, description: string): object {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function responses(route: AnyRoute, paid: boolean, l402: boolean): object {
  const answers: Record<string, object> = {};
  if (route.implemented !== false) {
    answers['200'] = {
      description: 'The answer.',
      ...(paid ? { headers: PAID_HEADERS } : {}),
      content: contentOf(route.output),
    };
  }
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route, l402)) {
    const { http } = errorRow(code);
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[String(status)] = {
      description: codes.map((code) => `\`${code}\`: ${errorRow(code).when}`).join(' '),
      ...challengeHeaders(status, l402),
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
  return answers;
}

function contentOf({ contentType, schema, alternatives }: AnyRoute['output']): object {
  const schemas = Object.entries({ [contentType]: schema, ...alternatives });
  return Object.fromEntries(schemas.map(([type, described]) => [type, { schema: described }]));
}

function challengeHeaders(status: number, l402: boolean): object {
  const offer = status === 402 && {
    'PAYMENT-REQUIRED': { description: 'x402 v2 offer, base64 JSON.', schema: { type: 'string' } },
  };
  const challenge = l402 &&
    (status === 401 || status === 402) && {
      'WWW-Authenticate': {
        description: status === 401 ? 'L402 challenge with a fresh invoice.' : 'L402 challenge, when it was asked for.',
        schema: { type: 'string' },
      },
    };
  return offer || challenge ? { headers: { ...offer, ...challenge } } : {};
}

const PAID_HEADERS = {
  'PAYMENT-RESPONSE': { description: 'Settlement result, base64 JSON.', schema: { type: 'string' } },
  'X-PAYMENT-RESPONSE': { description: 'The same, for a v1 payment.', schema: { type: 'string' } },
  'Content-Digest': { description: 'RFC 9530 digest of the body.', schema: { type: 'string' } },
  'Signature-Input': { description: 'RFC 9421 parameters of the receipt.', schema: { type: 'string' } },
  Signature: { description: 'RFC 9421 signature of the receipt.', schema: { type: 'string' } },
};
