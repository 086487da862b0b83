import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rawRequest } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** An answer as it is sent: no client that undoes its coding. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> {
  const lines = Object.entries({ Host: 'x', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const reply = await rawRequest(api.url, `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 5_000);
  return { status: reply.status, headers: reply.headers, body: Buffer.from(reply.body, 'latin1') };
}

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe.each([
  '/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/skill.md',
  '/docs/errors',
  '/v1/models/index',
  '/v1/eol/index',
])('%s', (path) => {
  test.each(['br', 'gzip'] as const)(
    'is the same document in %s, smaller, under a strong tag of its own',
    async (coding) => {
      const plain = await ask(path);
      const coded = await ask(path, { 'Accept-Encoding': coding });

      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(coded.headers['content-encoding']).toBe(coding);
      expect(DECODE[coding](coded.body).equals(plain.body)).toBe(true);
      expect(coded.body.length).toBeLessThan(plain.body.length / 2);
      expect(coded.headers['content-length']).toBe(String(coded.body.length));
      expect(coded.headers['etag']).toBe(plain.headers['etag']!.replace(/"$/, `-${coding}"`));
      expect(coded.headers['content-type']).toBe(plain.headers['content-type']);
      for (const { headers } of [plain, coded]) expect(headers['vary']).toMatch(/(^|, )Accept-Encoding$/);
    },
  );

  test('answers 304 to the tag of the form that is asked for, and to no other', async () => {
    const gzip = { 'Accept-Encoding': 'gzip' };
    const { headers } = await ask(path, gzip);
    const tag = { 'If-None-Match': headers['etag']! };

    const same = await ask(path, { ...gzip, ...tag });
    const others = [await ask(path, tag), await ask(path, { 'Accept-Encoding': 'br', ...tag })];

    expect([same.status, same.body.length, same.headers['etag']]).toEqual([304, 0, headers['etag']]);
    expect(same.headers['vary']).toBe(headers['vary']);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('answers HEAD as GET, without the body', async () => {
    const gzip = { 'Accept-Encoding': 'gzip' };
    const get = await ask(path, gzip);
    const head = await ask(path, gzip, 'HEAD');

    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-encoding', 'content-length', 'content-type', 'vary']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });

  test('is sent as it is to a client that refuses codings, and coded to one that refuses `identity`', async () => {
    const asIs = await ask(path, { 'Accept-Encoding': 'br;q=0, gzip;q=0' });
    const coded = await ask(path, { 'Accept-Encoding': 'identity;q=0, gzip;q=0.2' });

    expect(asIs.headers['content-encoding']).toBeUndefined();
    expect(coded.headers['content-encoding']).toBe('gzip');
  });
});

test('what is small, an error or paid is sent as it is', async () => {
  const codings = { 'Accept-Encoding': 'br, gzip' };

  for (const path of ['/robots.txt', '/v1/eol/manifest', '/nowhere', '/v1/eol/python', '/health']) {
    const { headers } = await ask(path, codings);
    expect([path, headers['content-encoding']]).toEqual([path, undefined]);
  }
});
