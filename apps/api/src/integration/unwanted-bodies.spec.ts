import { rawRequest } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const BODY = ' '.repeat(65_535);

/** Calls that bring a body which no answer depends on, and after which the connection may be closed. */
describe.each(['Expect: 100-continue', 'Connection: close'])('a body that a route does not take, with %s', (header) => {
  const request = (target: string, payment: string): string =>
    `GET ${target} HTTP/1.1\r\nHost: x\r\n${header}\r\nContent-Length: ${BODY.length}\r\n${payment}\r\n${BODY}`;

  test.each([
    ['service_eol_snapshot', '/v1/eol/snapshot'],
    ['service_openapi', '/openapi.json'],
  ])('costs nothing of the answer of %s', async (operationId, target) => {
    for (let round = 0; round < 3; round++) {
      const paid = target.startsWith('/v1/');
      const payment = paid ? `PAYMENT-SIGNATURE: ${api.payment(operationId, target)}\r\n` : '';

      const { status, body, headers } = await rawRequest(api.url, request(target, payment), 300);

      // After an interim answer, the body of the reply begins with the final head.
      const final = status === 100 ? body : `HTTP/1.1 ${status}\r\n${lines(headers)}\r\n\r\n${body}`;
      const [head = '', content = ''] = halves(final);
      expect(head).toMatch(/^HTTP\/1\.1 200/);
      expect(content.length).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
    }
  });

  test('is refused without a charge when it is too large', async () => {
    const before = api.facilitator.transfers.size;
    const payment = api.payment('service_eol_product', '/v1/eol/nodejs');
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const head = `GET /v1/eol/nodejs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`;

    const reply = await rawRequest(api.url, head + chunk.repeat(5));

    expect([reply.status, api.facilitator.transfers.size - before]).toEqual([413, 0]);
  });
});

function lines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
}

function halves(text: string): [string, string] {
  const at = text.indexOf('\r\n\r\n');
  return [text.slice(0, at), text.slice(at + 4)];
}
