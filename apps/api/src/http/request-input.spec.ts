import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '@stackcheck/contract';
import type { AnyRoute } from '../catalogue/define-route';
import { announcesTooMuch, bringsBody } from './read-body';
import { requestInput } from './request-input';

type Headers = Readonly<Record<string, string>>;

/** What the type of a body is refused with; undefined where it is taken. */
function refusalOf(headers: Headers, isForm = false): string | undefined {
  const request = { headers } as unknown as IncomingMessage;
  const body = { request, response: {} as ServerResponse, timeoutMs: undefined };
  const input = requestInput({ isForm } as unknown as AnyRoute, { pathParams: {}, query: null }, body);
  try {
    input.requireJson();
    return undefined;
  } catch (error) {
    const { code, message } = error as ServiceError;
    return code === 'bad_request' ? message : code;
  }
}

const JSON_WANTED = 'the body must be sent as Content-Type: application/json (UTF-8)';
const FORM_WANTED = 'the form must be sent as Content-Type: application/x-www-form-urlencoded';

describe('the type of a body', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON', true],
    ['application/json; charset=utf-8', true],
    ['application/json ;  charset="UTF-8" ', true],
    ['application/json;', true],
    ['application/json; charset=utf-8; ', true],
    ['application/json;;charset=utf-8', true],
    ['application/json; charset=latin1', false],
    ['application/json; utf-8', false],
    ['application/json charset=utf-8', false],
    ['application/json; charset=utf-8; x=y', false],
    ['application/json5', false],
    ['x-application/json', false],
    ['text/json', false],
    ['', false],
  ])('%j is taken for JSON: %s', (type, isTaken) => {
    expect(refusalOf({ 'content-type': type })).toBe(isTaken ? undefined : JSON_WANTED);
  });

  it.each([
    ['application/x-www-form-urlencoded', true],
    ['Application/X-WWW-Form-Urlencoded ; charset=utf-8', true],
    ['application/x-www-form-urlencoded2', false],
    ['x-application/x-www-form-urlencoded', false],
    ['application/json', false],
  ])('%j is taken for a form: %s', (type, isTaken) => {
    expect(refusalOf({ 'content-type': type }, true)).toBe(isTaken ? undefined : FORM_WANTED);
  });

  it('is not left out', () => {
    expect([refusalOf({}), refusalOf({}, true)]).toEqual([JSON_WANTED, FORM_WANTED]);
  });

  it.each([
    [{}, true],
    [{ 'content-encoding': '' }, true],
    [{ 'content-encoding': 'identity' }, true],
    [{ 'content-encoding': 'Identity' }, true],
    [{ 'content-encoding': 'gzip' }, false],
    [{ 'content-encoding': 'identity, gzip' }, false],
  ])('goes with %j: %s', (headers, isTaken) => {
    const refusal = isTaken ? undefined : 'the body must be sent without Content-Encoding';

    expect(refusalOf({ 'content-type': 'application/json', ...headers })).toBe(refusal);
    expect(refusalOf({ 'content-type': 'application/x-www-form-urlencoded', ...headers }, true)).toBe(refusal);
  });
});

it.each<[Headers, brings: boolean, tooMuch: boolean]>([
  [{}, false, false],
  [{ 'content-length': '0' }, false, false],
  [{ 'content-length': '1' }, true, false],
  [{ 'content-length': '65536' }, true, false],
  [{ 'content-length': '65537' }, true, true],
  [{ 'transfer-encoding': 'chunked' }, true, false],
])('a request with %j brings a body: %s, of more than is read: %s', (headers, brings, tooMuch) => {
  const request = { headers } as unknown as IncomingMessage;

  expect([bringsBody(request), announcesTooMuch(request)]).toEqual([brings, tooMuch]);
});
