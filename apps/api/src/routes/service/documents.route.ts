import { defineRoute, type AnyRoute, type Published, type RouteUses } from '../define-route';
import { array, object, text, type JsonSchema } from '../json-schema';

interface DocumentRow {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly contentType: string;
  readonly alternatives?: Readonly<Record<string, JsonSchema>>;
  readonly pick: (uses: RouteUses) => Published;
}

const ERROR_ROWS = object({
  errors: array(
    object({
      code: text('Code of the error.'),
      http: { type: 'integer', description: 'Status.' },
      when: text('Condition.'),
      next: text('What to do next.'),
      retry_after_seconds: { type: ['integer', 'null'], description: 'Retry-After, where it has one.' },
      docs: { type: 'string', format: 'uri' },
    }),
  ),
});

/** Documents generated at start; each answers 304 to its own ETag. */
const DOCUMENTS: readonly DocumentRow[] = [
  {
    path: '/llms.txt',
    operationId: 'service_llms_txt',
    summary: 'Route list for language models',
    contentType: 'text/plain',
    pick: ({ service }) => service.published.llmsTxt,
  },
  {
    path: '/openapi.json',
    operationId: 'service_openapi',
    summary: 'OpenAPI 3.1 description',
    contentType: 'application/json',
    pick: ({ service }) => service.published.openapi,
  },
  {
    path: '/docs/errors',
    operationId: 'service_errors',
    summary: 'Every error code; HTML, or JSON on Accept',
    contentType: 'text/html',
    alternatives: { 'application/json': ERROR_ROWS },
    pick: ({ service, header }) =>
      prefersJson(header('accept')) ? service.published.errorsJson : service.published.errorsHtml,
  },
  {
    path: '/.well-known/x402',
    operationId: 'service_well_known_x402',
    summary: 'Paid resources of this host',
    contentType: 'application/json',
    pick: ({ service }) => service.published.wellKnownX402,
  },
];

export const documentRoutes: readonly AnyRoute[] = DOCUMENTS.map(
  ({ path, operationId, summary, contentType, alternatives, pick }) =>
    defineRoute({
      method: 'GET',
      path,
      operationId,
      tags: ['service', 'free'],
      summary,
      description: `${summary}.`,
      price: 'free',
      anyQuery: true,
      output: {
        contentType,
        schema: contentType === 'application/json' ? { type: 'object' } : { type: 'string' },
        ...(alternatives ? { alternatives } : {}),
      },
      errors: [],
      example: {},
      answer(_input, uses) {
        const { body, contentType: type, etag } = pick(uses);
        return {
          bytes: body,
          contentType: type,
          etag,
          maxAgeSeconds: 300,
          ...(alternatives ? { vary: 'Accept' } : {}),
        };
      },
    }),
);

export const jwksRoute = defineRoute({
  method: 'GET',
  path: '/.well-known/jwks.json',
  operationId: 'service_jwks',
  tags: ['service', 'free'],
  summary: 'Public signing keys',
  description: 'Ed25519 public keys (RFC 8037) that verify snapshots and receipts; old ones stay listed.',
  price: 'free',
  anyQuery: true,
  output: {
    contentType: 'application/json',
    schema: object({
      keys: {
        type: 'array',
        items: object({
          kty: text('OKP'),
          crv: text('Ed25519'),
          x: text('Public key.'),
          kid: text('RFC 7638 thumbprint.'),
          use: text('sig'),
          alg: text('EdDSA'),
        }),
      },
    }),
  },
  errors: [],
  example: {},
  answer: (_input, { service }) => ({ json: service.jwks(), maxAgeSeconds: 300 }),
});

/** Whether an Accept header asks for JSON rather than HTML. */
function prefersJson(accept: string | undefined): boolean {
  if (!accept) return false;
  const position = (type: string): number => {
    const at = accept.indexOf(type);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return position('application/json') < position('text/html');
}
