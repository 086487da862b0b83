import type { Duplex } from 'node:stream';
import { answerClientError } from './client-error';

/** What was written to a socket in this state, and whether it was destroyed. */
function answered(code: string, state: object = {}): { readonly text: string; readonly isDestroyed: boolean } {
  let text = '';
  let isDestroyed = false;
  const socket = {
    writable: true,
    ...state,
    end: (last: string) => (text += last),
    destroy: () => (isDestroyed = true),
  };
  answerClientError(
    'https://x.example',
    Object.assign(new Error('of the parser'), { code }),
    socket as unknown as Duplex,
  );
  return { text, isDestroyed };
}

it.each([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'headers_too_large', /./, undefined],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'bad_request', /^the request was not sent in time; send/, '1'],
  ['HPE_INVALID_METHOD', '400 Bad Request', 'bad_request', /^the request is not valid HTTP\/1\.1$/, undefined],
])('what the parser refuses with %s is answered with %s', (fault, status, code, message, retryAfter) => {
  const { text, isDestroyed } = answered(fault);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first, ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
  const { error } = JSON.parse(body) as { error: { code: string; message: string } };

  expect([first, error.code, isDestroyed]).toEqual([`HTTP/1.1 ${status}`, code, false]);
  expect(error.message).toMatch(message);
  expect(headers).toMatchObject({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    Connection: 'close',
  });
  expect(headers['Retry-After']).toBe(retryAfter);
});

it.each([
  ['was reset', 'ECONNRESET', {}],
  ['cannot be written to', 'HPE_INVALID_METHOD', { writable: false }],
  ['has carried an answer', 'HPE_INVALID_METHOD', { bytesWritten: 1 }],
])('a connection that %s is only closed', (_what, fault, state) => {
  expect(answered(fault, state)).toEqual({ text: '', isDestroyed: true });
});

it('a connection that has carried nothing is answered', () => {
  expect(answered('HPE_INVALID_METHOD', { bytesWritten: 0 }).isDestroyed).toBe(false);
});
