import { rawRequest } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const HOST = 'Host: x\r\n';
const get = (headers: string): string => `GET /livez HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;
const line = (requestLine: string): string => `${requestLine}\r\n${HOST}Connection: close\r\n\r\n`;
const post = (headers: string, body: string): string =>
  `POST /v1/eol/check HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`;
const binary = (text: string): Buffer => Buffer.from(text, 'latin1');
const chunked = 'Transfer-Encoding: chunked\r\n';

describe('what a proxy and we might read differently is refused', () => {
  test.each([
    ['no Host', get(''), 'the Host header is missing'],
    ['two Hosts', get(HOST + HOST), 'the Host header is repeated'],
    ['a path in Host', get('Host: a/b\r\n'), 'the Host header is not a host'],
    [
      'another coding',
      post('Transfer-Encoding: gzip, chunked\r\n', ''),
      'the only transfer coding read here is chunked',
    ],
  ])('in words that name the header: %s', async (_name, bytes, message) => {
    const { body } = await rawRequest(api.url, bytes);

    expect(body).toContain(message);
  });

  test.each<[string, string | Buffer]>([
    // RFC 9112 section 3.2: Host.
    ['no Host', get('')],
    ['two Hosts', get(HOST + HOST)],
    ['two Hosts that differ', get(`${HOST}host: y\r\n`)],
    ['a blank in Host', get('Host: a b\r\n')],
    ['a path in Host', get('Host: a/b\r\n')],
    // Section 6: length.
    ['length and chunks', post(`Content-Length: 3\r\n${chunked}`, '0\r\n\r\n')],
    ['chunks and length', post(`${chunked}Content-Length: 3\r\n`, '0\r\n\r\n')],
    ['two lengths', post('Content-Length: 3\r\nContent-Length: 4\r\n', 'abc')],
    ['the same length twice', post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc')],
    ['a list of lengths', post('Content-Length: 3, 3\r\n', 'abc')],
    ['a length with a plus', post('Content-Length: +3\r\n', 'abc')],
    ['a negative length', post('Content-Length: -3\r\n', 'abc')],
    ['a hexadecimal length', post('Content-Length: 0x3\r\n', 'abc')],
    ['a length of two numbers', post('Content-Length: 3 3\r\n', 'abc')],
    ['a length beyond all numbers', post(`Content-Length: ${'9'.repeat(23)}\r\n`, 'abc')],
    ['an empty length', post('Content-Length: \r\n', 'abc')],
    ['the identity coding', post('Transfer-Encoding: identity\r\n', 'abc')],
    ['a coding almost called chunked', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')],
    ['chunked twice', post(chunked + chunked, '0\r\n\r\n')],
    ['chunked, but not last', post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n')],
    ['a compressed coding', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
    ['a vertical tab before the coding', post('Transfer-Encoding:\x0bchunked\r\n', '0\r\n\r\n')],
    ['chunks in HTTP/1.0', `POST /v1/eol/check HTTP/1.0\r\n${HOST}${chunked}\r\n0\r\n\r\n`],
    // Sections 2.2 and 5: lines and fields.
    ['a bare line feed after the request line', `GET /livez HTTP/1.1\n${HOST}\r\n`],
    ['a bare line feed after a field', `GET /livez HTTP/1.1\r\nHost: x\nX: y\r\n\r\n`],
    ['bare line feeds throughout', 'GET /livez HTTP/1.1\nHost: x\n\n'],
    ['a folded field', get(`${HOST}X: a\r\n b\r\n`)],
    ['a folded first field', `GET /livez HTTP/1.1\r\n ${HOST}\r\n`],
    ['a null in a field', get(`${HOST}X: a\0b\r\n`)],
    ['a bare carriage return in a field', get(`${HOST}X: a\rb\r\n`)],
    ['a delete in a field', get(`${HOST}X: a\x7fb\r\n`)],
    ['a blank before the colon', get('Host : x\r\n')],
    ['a blank in a name', get(`${HOST}X y: a\r\n`)],
    ['no name', get(`${HOST}: a\r\n`)],
    // Section 3: the request line.
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/2 in the line', line('GET /livez HTTP/2.0')],
    ['HTTP/1.9', line('GET /livez HTTP/1.9')],
    ['a version with more behind it', line('GET /livez HTTP/1.1x')],
    ['a lower-case version', line('GET /livez http/1.1')],
    ['a lower-case method', line('get /livez HTTP/1.1')],
    ['a method that is none', line('GE(T /livez HTTP/1.1')],
    ['an unknown method', line('BREW /livez HTTP/1.1')],
    ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${HOST}\r\n`],
    ['a relative target', line('GET livez HTTP/1.1')],
    ['no target', line('GET  HTTP/1.1')],
    ['a blank in the target', line('GET /liv ez HTTP/1.1')],
    ['tabs for blanks', line('GET\t/livez\tHTTP/1.1')],
    ['a control character in the target', line('GET /liv\x01ez HTTP/1.1')],
    ['a null in the target', line('GET /liv\0ez HTTP/1.1')],
    ['a raw byte in the target', binary(line('GET /liv\xffez HTTP/1.1'))],
    ['a backslash for a slash', line('GET \\livez HTTP/1.1')],
  ])('%s', async (_name, bytes) => {
    const reply = await rawRequest(api.url, bytes);

    expect([reply.status, reply.headers['connection']]).toEqual([400, 'close']);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'bad_request' } });
  });

  test.each([
    ['more than 200 header lines', get(HOST + 'X: a\r\n'.repeat(200))],
    ['more lines than Node keeps', get(HOST + 'X: a\r\n'.repeat(3_000))],
  ])('%s', async (_name, bytes) => {
    const reply = await rawRequest(api.url, bytes);

    expect([reply.status, JSON.parse(reply.body)]).toMatchObject([431, { error: { code: 'headers_too_large' } }]);
  });
});

describe('what is sound is served', () => {
  test.each<[string, string | Buffer]>([
    ['HTTP/1.0 without Host', 'GET /livez HTTP/1.0\r\n\r\n'],
    ['an empty Host', get('Host:\r\n')],
    ['a Host with an IPv6 address and port', get('Host: [::1]:8402\r\n')],
    ['empty lines before the request', `\r\n\r\n${get(HOST)}`],
    ['raw bytes in a field', binary(get(`${HOST}X: \xff\xfe\r\n`))],
    ['200 header lines', get(HOST + 'X: a\r\n'.repeat(198))],
    ['an offer to speak HTTP/2', get(`${HOST}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`)],
    ['an absolute target of any authority', line('GET http://elsewhere.example/livez HTTP/1.1')],
  ])('%s', async (_name, bytes) => expect((await rawRequest(api.url, bytes)).status).toBe(200));

  test('a request inside the body of another is not one', async () => {
    const inner = `GET /nowhere HTTP/1.1\r\n${HOST}\r\n`;
    const reply = await rawRequest(
      api.url,
      `GET /livez HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    );

    expect(reply.status).toBe(200);
    expect(reply.body).not.toContain('HTTP/1.1');
  });
});

describe('a paid body in broken chunks is refused and settles nothing', () => {
  // Each counts as a refusal of its client.
  beforeEach(() => api.clock.advance(600_000));

  test.each([
    ['a size that is no number', 'xyz\r\nabc\r\n0\r\n\r\n'],
    ['a negative size', '-1\r\nabc\r\n0\r\n\r\n'],
    ['a size beyond all numbers', `${'f'.repeat(18)}\r\nabc\r\n0\r\n\r\n`],
    ['bare line feeds', '3\nabc\n0\n\n'],
    ['no end of a chunk', '3\r\nabcdef0\r\n\r\n'],
    ['a blank after the size', '3 \r\nabc\r\n0\r\n\r\n'],
    ['a line feed in an extension', '3;a=\nb\r\nabc\r\n0\r\n\r\n'],
  ])('%s', async (_name, body) => {
    const payment = api.payment('service_eol_check', '/v1/eol/check');

    const reply = await rawRequest(api.url, post(`${chunked}PAYMENT-SIGNATURE: ${payment}\r\n`, body));

    expect([reply.status, JSON.parse(reply.body)]).toMatchObject([400, { error: { code: 'bad_request' } }]);
    expect(api.facilitator.verifyRequests).toHaveLength(0);
  });

  test('whole chunks are read', async () => {
    const payment = api.payment('service_eol_check', '/v1/eol/check');
    const body = JSON.stringify({ items: [{ product: 'nodejs', version: '24' }] });
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

    const reply = await rawRequest(
      api.url,
      post(`${chunked}Connection: close\r\nPAYMENT-SIGNATURE: ${payment}\r\n`, chunks),
      2_000,
    );

    expect(reply.status).toBe(200);
  });
});
