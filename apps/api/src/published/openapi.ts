import type { AnyRoute, Published } from '../catalogue/define-route';
import { pathParamsOf } from '../catalogue/define-route';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { PublishingContext } from './context';
import { TAGS } from './families';
import { guidance, WHAT_IT_IS } from './guidance';
import { inputSchemas, parametersOf } from './input-schemas';
import { publish } from '../catalogue/publish';
import { ErrorResponses, headerComponents, paidHeaders } from './responses';
import { SHARED_SCHEMAS } from './shared-schemas';

/** Version label of the service. */
export const SERVICE_VERSION = '0.5.0';

/** The OpenAPI 3.1 description: a pure function of catalogue, error table and input classes. */
export function openApiDocument(context: PublishingContext): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  const errors = new ErrorResponses(context.l402);
  const listed = context.routes.filter((route) => route.listed !== false);
  for (const route of listed) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(context, errors, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'stackcheck',
      version: SERVICE_VERSION,
      summary: 'Answers about software stacks, paid per call.',
      description: WHAT_IT_IS + (context.paymentNotice ? ` ${context.paymentNotice}` : ''),
      contact: { name: 'stackcheck', url: context.contact?.url ?? `${context.baseUrl}/`, ...emailOf(context) },
      license: { name: 'MIT', identifier: 'MIT' },
      'x-guidance': guidance(context),
    },
    'x-agentcash-guidance': { llmsTxtUrl: `${context.baseUrl}/llms.txt` },
    externalDocs: { description: 'Every error and what to do', url: `${context.baseUrl}/docs/errors` },
    servers: [{ url: context.baseUrl }],
    tags: TAGS,
    paths,
    components: {
      schemas: { ...SHARED_SCHEMAS, ...inputSchemas(listed) },
      responses: errors.components(),
      parameters: parameterComponents(context),
      headers: headerComponents(context.l402),
    },
  };
}

/** The description as served. */
export function openapi(context: PublishingContext): Published {
  return publish('application/json', JSON.stringify(openApiDocument(context)));
}

function emailOf({ contact }: PublishingContext): object {
  return contact?.email === undefined ? {} : { email: contact.email };
}

function operation(context: PublishingContext, errors: ErrorResponses, route: AnyRoute): object {
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
      ...(paid
        ? Object.keys(parameterComponents(context)).map((name) => ({ $ref: `#/components/parameters/${name}` }))
        : []),
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
    responses: {
      ...(route.implemented === false ? {} : { '200': answerOf(context, route, paid) }),
      ...(route.implemented === false || !paid ? {} : { '204': ACCEPTABLE }),
      ...errors.of(route),
    },
  };
}

/** The headers of a request to a paid route. OpenAPI takes Authorization for its own business, so that is said in words. */
function parameterComponents({ l402 }: PublishingContext): Readonly<Record<string, object>> {
  return {
    PaymentSignature: header('PAYMENT-SIGNATURE', 'x402 v2 payment payload, base64 JSON.'),
    XPayment: header('X-PAYMENT', 'x402 v1 payment payload, base64 JSON.'),
    Prefer: header('Prefer', PREFER),
    ...(l402 ? { AcceptPayment: header('Accept-Payment', ACCEPT_PAYMENT) } : {}),
  };
}

const PREFER =
  '`validate-only` (RFC 7240) checks the input free of charge, without payment: 204 where it would be accepted, else the error.';

const ACCEPT_PAYMENT =
  '`l402` asks for a Lightning invoice in WWW-Authenticate, made for requests that have an answer; the paid request carries `Authorization: L402 <macaroon>:<preimage>`.';

function header(name: string, description: string): object {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

const ACCEPTABLE = {
  description:
    'With `Prefer: validate-only`: the input would be accepted. Nothing was charged, and nothing is answered.',
  headers: { 'Preference-Applied': { $ref: '#/components/headers/PreferenceApplied' } },
};

function answerOf({ answers }: PublishingContext, { output, operationId }: AnyRoute, paid: boolean): object {
  const example = answers[operationId];
  const main = { schema: output.schema, ...(example === undefined ? {} : { example }) };
  const others = Object.entries(output.alternatives ?? {}).map(([type, schema]) => [type, { schema }]);
  return {
    description: 'The answer.',
    ...(paid ? { headers: paidHeaders() } : {}),
    content: { [output.contentType]: main, ...Object.fromEntries(others) },
  };
}
