import request, { type Test } from 'supertest';
import { ROUTES } from '../composition/routes';
import { rawRequest } from '../testing/raw-request';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const get = (path: string, other = api): Test => request(other.url).get(path);
/** Every type as its bytes. */
const bytesOf = (path: string): Test =>
  get(path).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: string) => chunks.push(Buffer.from(chunk, 'binary')));
    response.on('end', () => done(null, Buffer.concat(chunks)));
  });
const textOf = async (path: string): Promise<string> => ((await bytesOf(path)).body as Buffer).toString();

describe.each([
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'text/plain; charset=utf-8'],
  ['/skill.md', 'text/markdown; charset=utf-8'],
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/docs/errors', 'text/html; charset=utf-8'],
  ['/.well-known/x402', 'application/json; charset=utf-8'],
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/favicon.ico', 'image/x-icon'],
])('%s', (path, type) => {
  test('has its type and a tag, and may be kept for five minutes', async () => {
    const { headers, body } = await bytesOf(path).set('Accept-Encoding', 'identity').expect(200);
    const { byteLength } = body as Buffer;

    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) as string,
      'content-length': String(byteLength),
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect(byteLength).toBeGreaterThan(50);
  });

  test('answers HEAD with the same headers and no body, and 304 to its tag', async () => {
    const { headers } = await get(path).set('Accept-Encoding', 'identity');
    const head = await rawRequest(api.url, `HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 3_000);
    const again = await bytesOf(path).set('Accept-Encoding', 'identity').set('If-None-Match', headers['etag']!);

    expect([head.status, head.body, head.headers['etag'], head.headers['content-length']]).toEqual([
      200,
      '',
      headers['etag'],
      headers['content-length'],
    ]);
    expect([again.status, String(again.body)]).toEqual([304, '']);
  });
});

describe('llms.txt', () => {
  test('has the form of llmstxt.org: one H1, a summary, paragraphs, then sections of links', async () => {
    const [preface = '', ...sections] = (await textOf('/llms.txt')).split(/^## /m);
    const [title, summary, ...paragraphs] = preface.trim().split('\n\n');

    expect(title).toMatch(/^# \S+$/);
    expect(summary).toMatch(/^> .+/);
    for (const paragraph of paragraphs) expect(paragraph).not.toMatch(/^[#>]/m);
    for (const section of sections) {
      const [, ...lines] = section.trim().split('\n');
      for (const line of lines.filter(Boolean))
        expect(line).toMatch(/^- \[[^\]]+\]\((https?:\/\/|cursor:|vscode(-insiders)?:)\S+\)(: .+)?$/);
    }
    expect(sections.map((section) => section.split('\n')[0])).toEqual(
      expect.arrayContaining(['Free routes', 'Data', 'Errors', 'Optional']),
    );
  });

  test('names only addresses of this host, and each free one without parameters leads somewhere', async () => {
    const links = [...(await textOf('/llms.txt')).matchAll(/^- \[(?:GET )?[^\]]+\]\((\S+)\)/gm)].map(([, url]) => url!);
    const free = ROUTES.filter((route) => route.price === 'free' && !route.path.includes('{')).map(({ path }) => path);
    const pages = [...new Set(links.map((url) => url.slice(TEST_BASE_URL.length)))].filter((path) =>
      free.includes(path),
    );

    // A link that opens a client has the address of the tools in it.
    expect(links.filter((url) => /^https?:/.test(url) && !url.startsWith(`${TEST_BASE_URL}/`))).toEqual([]);
    expect(
      links.filter((url) => !/^https?:/.test(url) && !decodedTwice(url).includes(`${TEST_BASE_URL}/mcp"`)),
    ).toEqual([]);
    expect(pages.length).toBeGreaterThan(10);
    for (const path of pages.filter((page) => !['/v1/validate', '/calendar.ics'].includes(page)))
      // A dataset without an embedded selection has no data before the first refresh.
      expect([200, 503]).toContain((await get(path)).status);
  });
});

/** A link as it is read, with what of it is base64 after itself. */
function decodedTwice(link: string): string {
  const text = decodeURIComponent(link);
  return text + Buffer.from(/[?&]config=(.+)$/.exec(text)?.[1] ?? '', 'base64').toString('utf8');
}

describe('the skill', () => {
  test('has a name and a description, and is short enough to be kept in mind', async () => {
    const text = await textOf('/skill.md');
    const [, front, body] = /^---\n([\s\S]+?)\n---\n([\s\S]+)$/.exec(text)!;
    const description = JSON.parse(/^description: (.+)$/m.exec(front!)![1]!) as string;

    expect(front).toMatch(/^name: [a-z0-9-]{1,64}$/m);
    expect(description.length).toBeLessThanOrEqual(1_024);
    // A token is about four characters, and the format asks for less than 5,000 of them.
    expect(body!.length).toBeLessThan(20_000);
  });
});

describe('the API catalogue (RFC 9727)', () => {
  test('is a linkset that leads to the description, and says so in a Link header', async () => {
    const head = await request(api.url).head('/.well-known/api-catalog').expect(200);
    const { linkset } = JSON.parse(await textOf('/.well-known/api-catalog')) as {
      linkset: ({ anchor: string } & Record<string, { href: string; type?: string }[]>)[];
    };

    expect(head.headers['link']).toBe(`<${TEST_BASE_URL}/.well-known/api-catalog>; rel="api-catalog"`);
    expect(linkset.map(({ anchor }) => anchor)).toEqual([
      `${TEST_BASE_URL}/.well-known/api-catalog`,
      `${TEST_BASE_URL}/`,
    ]);
    const targets = linkset.flatMap(({ anchor: _anchor, ...relations }) => Object.values(relations).flat());
    for (const { href } of targets) {
      expect(href.startsWith(`${TEST_BASE_URL}/`)).toBe(true);
      expect([href, (await get(href.slice(TEST_BASE_URL.length))).status]).toEqual([href, 200]);
    }
  });
});

describe('security.txt (RFC 9116)', () => {
  const fieldsOf = async (other = api): Promise<string[]> =>
    (await get('/.well-known/security.txt', other)).text.trim().split('\n');

  test('has a contact, one expiry half a year ahead, and its own address', async () => {
    const fields = await fieldsOf();
    const expiries = fields.flatMap((field) => /^Expires: (.+)$/.exec(field)?.[1] ?? []);

    expect(fields[0]).toBe('Contact: mailto:security@stackcheck.example');
    expect(expiries).toEqual(['2027-05-19T00:00:00Z']);
    expect(fields).toContain(`Canonical: ${TEST_BASE_URL}/.well-known/security.txt`);
  });

  test('says another expiry on another day, and the same all day', async () => {
    const other = await startStarterApi({ whole: true });
    const tagOf = async () => (await get('/.well-known/security.txt', other)).headers['etag'];
    const first = await tagOf();
    other.clock.advance(11 * 3_600_000);
    const sameDay = await tagOf();
    other.clock.advance(3_600_000);
    const nextDay = await fieldsOf(other);
    await other.close();

    expect(sameDay).toBe(first);
    expect(nextDay).toContain('Expires: 2027-05-20T00:00:00Z');
  });

  test('is not there without a contact', async () => {
    const other = await startStarterApi({ env: { CONTACT: '' } });
    const { status } = await get('/.well-known/security.txt', other);
    const { info } = (await get('/openapi.json', other)).body as { info: { contact: object } };
    await other.close();

    expect(status).toBe(404);
    expect(info.contact).toEqual({ name: 'stackcheck', url: `${TEST_BASE_URL}/` });
  });
});

test('the pages of the sitemap are there', async () => {
  const sitemap = await textOf('/sitemap.xml');
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!.slice(TEST_BASE_URL.length));

  expect(pages).toEqual(expect.arrayContaining(['/', '/llms.txt', '/docs/errors']));
  for (const page of pages) expect([page, (await get(page)).status]).toEqual([page, 200]);
  expect(await textOf('/robots.txt')).toContain(`Sitemap: ${TEST_BASE_URL}/sitemap.xml`);
});

test('the icon of the pages is one of the two, and the ICO holds one picture of 16 by 16', async () => {
  const page = await textOf('/');
  const icon = (await bytesOf('/favicon.ico')).body as Buffer;
  const [width, height, bytes, offset] = [icon[6], icon[7], icon.readUInt32LE(14), icon.readUInt32LE(18)];

  expect(page).toContain('href="/favicon.svg"');
  expect((await get('/')).headers['content-security-policy']).toContain("img-src 'self'");
  expect([icon.readUInt16LE(2), icon.readUInt16LE(4), width, height]).toEqual([1, 1, 16, 16]);
  expect(offset! + bytes!).toBe(icon.length);
});
