import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, errorRow } from '@stackcheck/contract';
import { atomicToUsd } from '@stackcheck/contract';
import { priceOf } from '../payments/priced-routes';
import { CATALOGUE } from '../routes/catalogue';
import type { Published } from '../routes/define-route';
import { errorsHtml, errorsJson } from './errors-page';
import { llmsTxt, wellKnownX402, type PublishingContext } from './llms-txt';
import { errorsOf, openapi } from './openapi';

const context: PublishingContext = {
  baseUrl: 'https://api.example.com',
  routes: CATALOGUE,
  priceUsd: (route) => atomicToUsd(priceOf(route, {})),
  paymentNotice: '',
  l402: false,
};

const DOCUMENTS: readonly [string, Published][] = [
  ['openapi.json', openapi(context)],
  ['llms.txt', llmsTxt(context)],
  ['errors.html', errorsHtml(context.baseUrl)],
  ['errors.json', errorsJson(context.baseUrl)],
  ['well-known-x402.json', wellKnownX402(context)],
];

describe('a change of a published document is a change callers notice', () => {
  test.each(DOCUMENTS)('%s is its golden', (name, { body }) => {
    const file = join(__dirname, 'golden', name);
    if (process.env['UPDATE_GOLDENS'] || !existsSync(file)) {
      mkdirSync(join(__dirname, 'golden'), { recursive: true });
      if (!process.env['CI']) writeFileSync(file, body);
    }

    expect(Buffer.from(body).toString('utf8')).toBe(readFileSync(file, 'utf8'));
  });
});

const described = JSON.parse(Buffer.from(openapi(context).body).toString('utf8')) as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { description: string }> }>>;
};

test('the description is OpenAPI 3.1.0 of version 0.5.0', () => {
  expect([described.openapi, described.info.version]).toEqual(['3.1.0', '0.5.0']);
});

test('description, route list and catalogue name the same routes', () => {
  const listed = Buffer.from(llmsTxt(context).body).toString('utf8');

  const inCatalogue = CATALOGUE.map((route) => `${route.method} ${route.path}`).sort();
  const inDescription = Object.entries(described.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
  const inList = [...listed.matchAll(/^- \[((?:GET|POST) [^\]]+)\]/gm)].map((match) => match[1]).sort();

  expect(inDescription).toEqual(inCatalogue);
  expect(inList).toEqual(inCatalogue);
});

test('operation ids are unique', () => {
  const ids = CATALOGUE.map((route) => route.operationId);

  expect(new Set(ids).size).toBe(ids.length);
});

test('every route declares exactly the statuses of its codes', () => {
  for (const route of CATALOGUE) {
    const declared = Object.keys(described.paths[route.path]![route.method.toLowerCase()]!.responses);
    const expected = new Set(errorsOf(route).map((code) => String(errorRow(code).http)));
    if (route.implemented !== false) expected.add('200');

    expect(new Set(declared)).toEqual(expected);
  }
});

test('every code of the table is declared by a route, or belongs to what is not there yet', () => {
  const declared = new Set(CATALOGUE.flatMap((route) => errorsOf(route)));
  const elsewhere = [
    'not_found',
    'method_not_allowed',
    'l402_invalid',
    'no_match',
    'token_invalid',
    'token_expired',
    'watch_unavailable',
  ];

  expect(ERROR_CODES.filter((code) => !declared.has(code)).sort()).toEqual(elsewhere.sort());
});
