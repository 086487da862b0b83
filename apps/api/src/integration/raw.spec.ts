import { rawRequest } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const HOST = 'Host: x\r\n';

describe('what client libraries would not send', () => {
  test.each<[string, string | Buffer, number, string]>([
    ['headers over 64 KB', `GET /health HTTP/1.1\r\n${HOST}X: ${'a'.repeat(70_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['a URL over 64 KB', `GET /v1/eol/${'a'.repeat(70_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'headers_too_large'],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
    ['a broken header line', `GET / HTTP/1.1\r\n${HOST}no colon\r\n\r\n`, 400, 'bad_request'],
    [
      'two lengths',
      `POST /v1/eol/check HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
      'bad_request',
    ],
    [
      'length and chunks',
      `POST /v1/eol/check HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'bad_request',
    ],
    ['no Host', 'GET /health HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    ['an unknown expectation', `GET /health HTTP/1.1\r\n${HOST}Expect: a-miracle\r\n\r\n`, 400, 'bad_request'],
    [
      'an announced body over 64 KB',
      `POST /v1/eol/check HTTP/1.1\r\n${HOST}Content-Length: 70000\r\n\r\n`,
      413,
      'body_too_large',
    ],
    [
      'the same, waiting for a go-ahead',
      `POST /v1/eol/check HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 70000\r\n\r\n`,
      413,
      'body_too_large',
    ],
    ['a null byte in the path', `GET /v1/eol/a%00 HTTP/1.1\r\n${HOST}\r\n`, 402, 'payment_required'],
    ['an absolute target', `GET http://elsewhere.example/nowhere HTTP/1.1\r\n${HOST}\r\n`, 404, 'not_found'],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 404, 'not_found'],
    ['dot segments', `GET /v1/eol/../x HTTP/1.1\r\n${HOST}\r\n`, 404, 'not_found'],
    [
      'two v2 payments',
      `GET /v1/eol/nodejs HTTP/1.1\r\n${HOST}PAYMENT-SIGNATURE: a\r\nPAYMENT-SIGNATURE: b\r\n\r\n`,
      402,
      'payment_invalid',
    ],
  ])('%s', async (_name, bytes, status, code) => {
    const reply = await rawRequest(api.url, bytes);

    expect([reply.status, (JSON.parse(reply.body) as { error: { code: string } }).error.code]).toEqual([status, code]);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('the answer to an unknown expectation says which one is met', async () => {
    const reply = await rawRequest(api.url, `GET /health HTTP/1.1\r\n${HOST}Expect: a-miracle\r\n\r\n`);

    expect(reply.body).toContain('the Expect header must be 100-continue or absent');
  });

  test('a chunked body over the limit is cut off', async () => {
    const payment = api.payment('service_eol_check', '/v1/eol/check');
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const head = `POST /v1/eol/check HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`;

    const reply = await rawRequest(api.url, head + chunk.repeat(5));

    expect([reply.status, reply.headers['connection']]).toEqual([413, 'close']);
  });

  test('a body is only asked for when it is wanted', async () => {
    const head = `POST /v1/eol/check HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 10\r\n`;

    const unpaid = await rawRequest(api.url, `${head}\r\n`);
    const paid = await rawRequest(
      api.url,
      `${head}PAYMENT-SIGNATURE: ${api.payment('service_eol_check', '/v1/eol/check')}\r\n\r\n`,
    );

    expect([unpaid.status, paid.status]).toEqual([402, 100]);
  });

  test.each(['http://[/livez', 'http://%/livez'])(
    'a target that not every parser of URLs takes is answered like the others: %s',
    async (target) => {
      const reply = await rawRequest(api.url, `GET ${target} HTTP/1.1\r\n${HOST}\r\n`);

      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    },
  );

  test('an error never follows an answer on the same connection', async () => {
    const reply = await rawRequest(api.url, `GET /livez HTTP/1.1\r\n${HOST}\r\nbroken\r\n\r\n`);

    expect(reply.status).toBe(200);
    expect(reply.body).not.toContain('HTTP/1.1');
  });
});
