import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, errorRow } from '@stackcheck/contract';
import { ROUTES } from '../composition/routes';
import type { AnyRoute, Published } from '../catalogue/define-route';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import { descriptionCheck } from '../testing/description-check';
import { samplePublishing } from '../testing/publishing-context';
import { askExample, isRecorded, toRecord } from '../testing/record-answers';
import { startStarterApi } from '../testing/starter-api';
import { paidRoutes, RECORDED_ANSWERS } from './context';
import { publishedDocuments } from './documents';
import { openapi, openApiDocument } from './openapi';
import { errorsOf } from './route-errors';

const GOLDEN = join(__dirname, 'golden');
const answers: Record<string, unknown> = {};
const context = samplePublishing({ answers });

/** What goes by the name of a golden file. */
function documents(): Readonly<Record<string, Published>> {
  const made = publishedDocuments(context);
  return {
    'openapi.json': made.openapi,
    'llms.txt': made.llmsTxt,
    'llms-full.txt': made.llmsFull,
    'skill.md': made.skill,
    'errors.html': made.errorsHtml,
    'errors.json': made.errorsJson,
    'well-known-x402.json': made.wellKnownX402,
    'api-catalog.json': made.apiCatalog,
    'mcp-server-card.json': made.mcpServerCard,
    'mcp-server.json': made.mcpServerJson,
    'security.txt': made.security('2026-11-20')!,
    'robots.txt': made.robots,
    'sitemap.xml': made.sitemap,
    'favicon.svg': made.faviconSvg,
    'favicon.ico': made.faviconIco,
  };
}

/** The description is served without white space, and looked at with it, a page without its style. */
function readable(name: string, { body }: Published): Uint8Array {
  if (name === 'errors.html')
    return Buffer.from(
      Buffer.from(body)
        .toString()
        .replace(/<style>.*<\/style>/s, '<style></style>'),
    );
  if (name !== 'openapi.json') return body;
  return Buffer.from(`${JSON.stringify(JSON.parse(Buffer.from(body).toString('utf8')), null, 2)}\n`);
}

/** Compares with the file, or writes it where that was asked for. */
function expectGolden(name: string, body: Uint8Array): void {
  const file = join(GOLDEN, name);
  if (process.env['UPDATE_GOLDENS'] || !existsSync(file)) {
    mkdirSync(GOLDEN, { recursive: true });
    if (!process.env['CI']) writeFileSync(file, body);
  }

  expect(Buffer.from(body).toString('latin1')).toBe(readFileSync(file, 'latin1'));
}

// First of all: the documents are made of the answers.
test('the recorded answers are what a running service answers to the examples', async () => {
  const api = await startStarterApi({ whole: true });
  try {
    for (const route of ROUTES.filter(isRecorded)) {
      const response = await askExample(api, route);
      // A free route of a dataset that has nothing to show without upstream.
      if (route.price === 'free' && response.status === 503) continue;
      const answer = await response.json();
      expect({ id: route.operationId, status: response.status }).toEqual({ id: route.operationId, status: 200 });
      answers[route.operationId] = toRecord(answer);
    }
  } finally {
    await api.close();
  }

  expectGolden('example-answers.json', Buffer.from(`${JSON.stringify(answers, null, 2)}\n`));
  if (!process.env['UPDATE_GOLDENS']) expect(RECORDED_ANSWERS).toEqual(answers);
});

describe('a change of a published document is a change callers notice', () => {
  test.each(Object.keys(documents()))('%s is its golden', (name) =>
    expectGolden(name, readable(name, documents()[name]!)),
  );
});

interface Described {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { description: string }> }>
  >;
}
const described = JSON.parse(textOf(openapi(context))) as Described;
const LISTED = ROUTES.filter((route) => route.listed !== false);

function textOf({ body }: Published): string {
  return Buffer.from(body).toString('utf8');
}

test('the description is OpenAPI 3.1.0 of version 0.5.0', () => {
  expect([described.openapi, described.info.version]).toEqual(['3.1.0', '0.5.0']);
});

test('description, route list and catalogue name the same routes', () => {
  const inCatalogue = LISTED.map((route) => `${route.method} ${route.path}`).sort();
  const inDescription = Object.entries(described.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
  const { llmsTxt, llmsFull } = publishedDocuments(context);
  const inList = [...textOf(llmsTxt).matchAll(/^- \[((?:GET|POST) [^\]]+)\]/gm)].map((match) => match[1]).sort();
  const onOnePage = [...textOf(llmsFull).matchAll(/^### ((?:GET|POST) .+)$/gm)].map((match) => match[1]).sort();
  const pending = LISTED.filter((route) => route.implemented === false).map((route) => `${route.method} ${route.path}`);

  expect(inDescription).toEqual(inCatalogue);
  expect(inList).toEqual(inCatalogue);
  expect([...onOnePage, ...pending].sort()).toEqual(inCatalogue);
});

describe('the examples obey the schemas next to them:', () => {
  const document = samplePublishing();
  const check = descriptionCheck(openApiDocument(document));
  interface Operation {
    readonly 'x-payment-info'?: object;
    readonly security: readonly object[];
    readonly parameters: readonly { name: string; schema?: JsonSchema; example?: unknown; required?: boolean }[];
    readonly requestBody?: { content: { 'application/json': { schema: JsonSchema; example?: unknown } } };
    readonly responses: Record<string, { content: Record<string, { schema: JsonSchema; example?: unknown }> }>;
  }
  const paths = openApiDocument(document)['paths'] as Record<string, Record<string, Operation>>;
  const operationOf = ({ path, method }: AnyRoute): Operation => paths[path]![method.toLowerCase()]!;

  test.each(LISTED.filter((route) => route.implemented !== false))('$method $path', (route) => {
    const { parameters, requestBody, responses, security } = operationOf(route);
    const body = requestBody?.content['application/json'];
    const answer = responses['200']!.content['application/json'];

    expect(security).toEqual([]);
    for (const { schema, example, required } of parameters) {
      if (required) expect(example).toBeDefined();
      if (schema && example !== undefined) expect(check(schema, example)).toBeUndefined();
    }
    if (body) expect([body.example === undefined, check(body.schema, body.example)]).toEqual([false, undefined]);
    if (answer?.example !== undefined) expect(check(answer.schema, answer.example)).toBeUndefined();
  });

  test.each(paidRoutes(document))('$method $path has an answer and a price', (route) => {
    const operation = operationOf(route);

    expect(operation.responses['200']!.content['application/json']!.example).toBeDefined();
    expect(operation['x-payment-info']).toEqual({
      price: { mode: 'fixed', currency: 'USD', amount: document.priceUsd(route) },
      protocols: [{ x402: {} }],
    });
  });
});

test('operation ids are unique', () => {
  const ids = ROUTES.map((route) => route.operationId);

  expect(new Set(ids).size).toBe(ids.length);
});

test('every route declares exactly the statuses of its codes', () => {
  for (const route of LISTED) {
    const declared = Object.keys(described.paths[route.path]![route.method.toLowerCase()]!.responses);
    const expected = new Set(errorsOf(route).map((code) => String(errorRow(code).http)));
    if (route.implemented !== false) expected.add('200');
    // A body that is not sent in time.
    if (route.body) expected.add('408');
    // A dry run of a paid route.
    if (route.implemented !== false && route.price !== 'free') expected.add('204');

    expect(new Set(declared)).toEqual(expected);
  }
});

test('every code of the table is declared by a route, or belongs to none', () => {
  const declared = new Set(ROUTES.flatMap((route) => errorsOf(route)));
  // Of no route, of a rail that is off here, and of routes that are not there yet.
  const elsewhere = ['method_not_allowed', 'l402_invalid', 'not_implemented'];
  const undeclared = ERROR_CODES.filter((code) => !declared.has(code));

  expect(undeclared.filter((code) => !elsewhere.includes(code))).toEqual([]);
});
