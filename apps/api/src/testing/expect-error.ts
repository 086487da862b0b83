import type { ErrorCode } from '@stackcheck/contract';
import { ERRORS } from '@stackcheck/contract/errors';
import type request from 'supertest';
import { TEST_BASE_URL } from './starter-api';

/** The table's words, and where the operation is described, if one was asked for. */
const SCHEMA_LINK = new RegExp(
  `^${escaped(ERRORS.bad_request.next)}( Schema: ${escaped(TEST_BASE_URL)}/openapi\\.json#/paths/~1\\S+/(get|post))?$`,
);

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The whole of an error answer, as fetch or as supertest gives it, must be what the table says. */
export async function expectError(
  response: Response | request.Response,
  code: ErrorCode,
): Promise<{ message: string; suggestions?: string[] }> {
  const sent = response instanceof Response;
  const body = (sent ? await response.json() : response.body) as { error: { message: string; suggestions?: string[] } };
  const headers = new Headers(response.headers);
  expect({ status: response.status, code: (body.error as { code?: string }).code }).toEqual({
    status: ERRORS[code].http,
    code,
  });
  expect(body.error).toEqual({
    code,
    message: expect.any(String),
    next: code === 'bad_request' ? expect.stringMatching(SCHEMA_LINK) : ERRORS[code].next,
    docs: `${TEST_BASE_URL}/docs/errors#${code}`,
    ...(code === 'unknown_id' ? { suggestions: expect.any(Array) } : {}),
  });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.has('payment-required')).toBe(response.status === 402);
  return body.error;
}
