import { Negotiator } from 'negotiator';
import { ServiceError, type ErrorCode } from '@stackcheck/contract';
import { defineRoute, type AnyRoute, type Published, type RouteDeps } from '../define-route';
import { array, integer, object, text, type JsonSchema } from '@stackcheck/queries/json-schema';

/** Where the catalogue of this API is (RFC 9727 section 2). */
export const API_CATALOG_PATH = '/.well-known/api-catalog';

interface DocumentRow {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly contentType: string;
  readonly alternatives?: Readonly<Record<string, JsonSchema>>;
  /** Says more than the summary. */
  readonly description?: string;
  readonly listed?: false;
  readonly errors?: readonly ErrorCode[];
  readonly pick: (deps: RouteDeps) => Published;
  readonly link?: (baseUrl: string) => string;
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
    path: '/llms-full.txt',
    operationId: 'service_llms_full_txt',
    summary: 'Every route with examples, for language models',
    contentType: 'text/plain',
    pick: ({ service }) => service.published.llmsFull,
  },
  {
    path: '/skill.md',
    operationId: 'service_skill',
    summary: 'Skill for agents',
    contentType: 'text/markdown',
    pick: ({ service }) => service.published.skill,
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
  {
    path: API_CATALOG_PATH,
    operationId: 'service_api_catalog',
    summary: 'API catalogue (RFC 9727)',
    description: 'Linkset (RFC 9264) of the description, the documents and the status of this API.',
    contentType: 'application/linkset+json',
    pick: ({ service }) => service.published.apiCatalog,
    link: (baseUrl) => `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`,
  },
  {
    path: '/.well-known/mcp/server-card.json',
    operationId: 'service_mcp_card',
    summary: 'Server card of the Model Context Protocol',
    description: 'Where the tools of the Model Context Protocol are (POST /mcp), and the revisions that are spoken.',
    contentType: 'application/json',
    pick: ({ service }) => service.published.mcpServerCard,
  },
  {
    path: '/.well-known/mcp/server.json',
    operationId: 'service_mcp_server_json',
    summary: 'The same for the registry of servers',
    contentType: 'application/json',
    listed: false,
    pick: ({ service }) => service.published.mcpServerJson,
  },
  {
    path: '/.well-known/security.txt',
    operationId: 'service_security_txt',
    summary: 'Where vulnerabilities are reported (RFC 9116)',
    contentType: 'text/plain',
    listed: false,
    errors: ['not_found'],
    pick({ service, today }) {
      const document = service.published.security(today);
      if (!document) throw new ServiceError('not_found', { message: 'the operator has configured no contact' });
      return document;
    },
  },
  {
    path: '/robots.txt',
    operationId: 'service_robots_txt',
    summary: 'Rules for crawlers (RFC 9309)',
    contentType: 'text/plain',
    listed: false,
    pick: ({ service }) => service.published.robots,
  },
  {
    path: '/sitemap.xml',
    operationId: 'service_sitemap',
    summary: 'Pages of this host',
    contentType: 'application/xml',
    listed: false,
    pick: ({ service }) => service.published.sitemap,
  },
  {
    path: '/favicon.svg',
    operationId: 'service_favicon_svg',
    summary: 'Icon',
    contentType: 'image/svg+xml',
    listed: false,
    pick: ({ service }) => service.published.faviconSvg,
  },
  {
    path: '/favicon.ico',
    operationId: 'service_favicon_ico',
    summary: 'Icon for older clients',
    contentType: 'image/x-icon',
    listed: false,
    pick: ({ service }) => service.published.faviconIco,
  },
];

export const documentRoutes: readonly AnyRoute[] = DOCUMENTS.map(
  ({ path, operationId, summary, description, contentType, alternatives, listed, errors, pick, link }) =>
    defineRoute({
      method: 'GET',
      path,
      operationId,
      tags: ['service', 'free'],
      summary,
      description: description ?? `${summary}.`,
      price: 'free',
      anyQuery: true,
      ...(listed === false ? { listed } : {}),
      output: {
        contentType,
        schema: contentType.endsWith('json') ? { type: 'object' } : { type: 'string' },
        ...(alternatives ? { alternatives } : {}),
      },
      errors: errors ?? [],
      example: {},
      answer(_input, deps) {
        const { body, contentType: type, etag, coded } = pick(deps);
        return {
          bytes: body,
          contentType: type,
          etag,
          maxAgeSeconds: 300,
          ...(coded ? { coded } : {}),
          ...(alternatives ? { vary: 'Accept' } : {}),
          ...(link ? { link: link(deps.baseUrl) } : {}),
        };
      },
    }),
);

const PUBLISHED_KEY = object(
  {
    kty: text('OKP'),
    crv: text('Ed25519'),
    x: text('Public key.'),
    kid: text('RFC 7638 thumbprint.'),
    use: text('sig'),
    alg: text('EdDSA'),
    nbf: integer('Unix seconds; it signs nothing before.'),
    exp: integer('Unix seconds; it signs nothing after.'),
    introduced_by: object({ kid: text('The key that vouches for it.'), signature: text('Over this key.') }),
  },
  { optional: ['nbf', 'exp', 'introduced_by'] },
);

const REVOKED_KEY = object({
  kid: text('RFC 7638 thumbprint of a key that proves nothing any more.'),
  revoked_at: integer('Unix seconds.'),
  reason: text('Why.'),
});

export const jwksRoute = defineRoute({
  method: 'GET',
  path: '/.well-known/jwks.json',
  operationId: 'service_jwks',
  tags: ['service', 'free'],
  summary: 'Public signing keys',
  description:
    'Ed25519 public keys (RFC 8037) that verify snapshots and receipts; old ones stay listed with their end, revoked ones do not.',
  price: 'free',
  anyQuery: true,
  output: {
    contentType: 'application/json',
    schema: object({ keys: array(PUBLISHED_KEY), revoked: array(REVOKED_KEY) }, { optional: ['revoked'] }),
  },
  errors: [],
  example: {},
  answer: (_input, { service }) => ({ json: service.jwks(), maxAgeSeconds: 300 }),
});

/** Whether an Accept header asks for JSON rather than HTML. */
function prefersJson(accept: string | undefined): boolean {
  const best = new Negotiator({ headers: { accept } }).mediaTypes(['text/html', 'application/json']);
  return best[0] === 'application/json';
}
