import { errorBody, type ErrorCode } from '@stackcheck/contract';
import { ERRORS } from '@stackcheck/contract/errors';
import { readResponse } from '../http/raw-response';
import { BASE_URL } from '../service/start-service';
import { createJudge } from './judge';
import { createSchemaCheck } from './schema-check';
import type { Operation, Schema, ServedApi } from './served-api';

const TEXT: Schema = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};

function operation(id: string, path: string, price: bigint | null): Operation {
  const json = (schema: Schema) => ({ 'application/json': { schema } });
  const responses = new Map(
    [200, 400, 402, 404, 429].map((status) => [status, json(status === 200 ? TEXT : {})] as const),
  );
  return { id, method: 'GET', path, parameters: [], responses, price };
}

const free = operation('free', '/free', null);
const paid = operation('paid', '/paid', 1n);
const api: ServedApi = {
  operations: [free, paid],
  schemas: {},
  ids: [],
  find: (method, target) => {
    const found = [free, paid].find(({ path }) => path === target);
    if (!found) return { kind: 'nowhere' };
    return method === 'GET' ? { kind: 'operation', operation: found } : { kind: 'other_method' };
  },
};
const judge = createJudge(api, createSchemaCheck(api));

const NOSNIFF = 'X-Content-Type-Options: nosniff';
const JSON_TYPE = 'Content-Type: application/json; charset=utf-8';
const GOOD = [NOSNIFF, JSON_TYPE];
const SOLD = [...GOOD, 'PAYMENT-RESPONSE: e30=', 'Cache-Control: private, no-store'];
const CODED = 'Content-Encoding: gzip';
const REFUSED = [...GOOD, 'Cache-Control: no-store'];

function faultsOf(target: string, status: number, headers: readonly string[], body: string, method = 'GET'): string[] {
  const head = [`HTTP/1.1 ${status} X`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n');
  return judge({ method, target, conditional: false }, readResponse(Buffer.from(`${head}\r\n\r\n${body}`), method)!);
}

const bodyOf = (code: ErrorCode, changes: object = {}): string => {
  const { error } = errorBody(BASE_URL, code);
  return JSON.stringify({ error: { ...error, ...changes } });
};

describe('nothing is wrong with', () => {
  it.each([
    ['a free answer', '/free', 200, GOOD, '{"a":"x"}'],
    ['a paid answer', '/paid', 200, SOLD, '{"a":"x"}'],
    ['an offer', '/paid', 402, [...REFUSED, 'PAYMENT-REQUIRED: e30='], bodyOf('payment_required')],
    ['an input error', '/paid', 400, REFUSED, bodyOf('bad_request')],
    ['a path without a route', '/elsewhere', 404, REFUSED, bodyOf('not_found')],
  ])('%s', (_name, target, status, headers, body) => {
    expect(faultsOf(target, status, headers, body)).toEqual([]);
  });
});

describe('seen and named:', () => {
  it.each<[string, string, number, readonly string[], string, RegExp]>([
    ['a 500', '/free', 500, REFUSED, bodyOf('internal'), /status 500/],
    ['an undeclared status', '/free', 418, REFUSED, bodyOf('bad_request'), /418 is not declared/],
    ['an answer where there is no route', '/elsewhere', 200, GOOD, '{}', /200 is not declared/],
    ['an answer of another shape', '/free', 200, GOOD, '{"a":1}', /must be string/],
    ['an answer with more than is declared', '/free', 200, GOOD, '{"a":"x","b":1}', /additional properties/],
    ['half an answer', '/free', 200, GOOD, '{"a":', /no JSON/],
    ['another content type', '/free', 200, [NOSNIFF, 'Content-Type: text/html; charset=utf-8'], '<p>', /not declared/],
    [
      'a coding that it is not in',
      '/free',
      200,
      [...GOOD, CODED, 'Vary: Accept-Encoding'],
      '{"a":"x"}',
      /not in the content coding/,
    ],
    ['a coding that caches do not keep apart', '/free', 200, [...GOOD, CODED], '{"a":"x"}', /coding without Vary/],
    ['no nosniff', '/free', 200, [JSON_TYPE], '{"a":"x"}', /nosniff/],
    ['a paid answer without its settlement', '/paid', 200, GOOD, '{"a":"x"}', /PAYMENT-RESPONSE/],
    ['a paid answer that may be stored', '/paid', 200, [...SOLD.slice(0, 3)], '{"a":"x"}', /may be stored/],
    [
      'an error that was settled',
      '/paid',
      400,
      [...REFUSED, 'PAYMENT-RESPONSE: e30='],
      bodyOf('bad_request'),
      /payment-response/,
    ],
    ['an offer without its header', '/paid', 402, REFUSED, bodyOf('payment_required'), /PAYMENT-REQUIRED/],
    ['an error as a page', '/paid', 400, [NOSNIFF, 'Content-Type: text/html'], '<h1>', /no JSON/],
    ['a code of another status', '/paid', 400, REFUSED, bodyOf('unknown_id'), /instead of 404/],
    ['a code that is none', '/paid', 400, REFUSED, '{"error":{"code":"oops"}}', /not in the table/],
    ['advice of one’s own', '/paid', 400, REFUSED, bodyOf('bad_request', { next: 'Guess.' }), /next of bad_request/],
    ['a member more', '/paid', 400, REFUSED, bodyOf('bad_request', { stack: 'at' }), /members of error/],
    [
      'a control character',
      '/paid',
      400,
      REFUSED,
      bodyOf('bad_request', { message: 'a\u001bb' }),
      /control characters/,
    ],
    ['a limit without its end', '/paid', 429, REFUSED, bodyOf('rate_limited'), /Retry-After/],
  ])('%s', (_name, target, status, headers, body, expected) => {
    expect(faultsOf(target, status, headers, body).join('; ')).toMatch(expected);
  });

  it('a 405 without Allow', () => {
    expect(faultsOf('/free', 405, REFUSED, bodyOf('method_not_allowed'), 'PUT').join()).toMatch(/without Allow/);
    expect(ERRORS.method_not_allowed.http).toBe(405);
  });
});
