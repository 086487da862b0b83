import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate/browser';
import request from 'supertest';
import { validateXML } from 'xmllint-wasm';
import { startStarterApi, WORK_TAKES_NO_TIME, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true, withScripts: true, overrides: WORK_TAKES_NO_TIME });
});
afterAll(() => api.close());

/** Pages with their budgets in bytes. */
const PAGES = readFileSync(join(__dirname, 'pages.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | '))
  .map(([path, bytes]) => [path!, Number(bytes)] as const);
const STYLE_BYTES_MAX = 5_120;

/** The one style that a page has; its policy names it by its hash. */
const STYLE = /<style>([^<]+)<\/style>/;
/** The one form of script that a page has: a module of this host, named after its bytes. */
const SCRIPT = /<script type="module" src="\/assets\/[a-z]+\.[A-Z0-9]{8}\.js"><\/script>/g;

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)",
  '&lt;b&gt;',
  '{{7*7}}',
];

/** What the form of stacks sends: read, of no kind, empty, and refused. */
const FORMS = ['text=FROM+node:18%0AFROM+%3Cimg+src=x%3E%0AFROM', 'text=hello', 'text=+', 'text=a&text=b'];

async function pageAt(target: string, form?: string) {
  const asked =
    form === undefined ? request(api.url).get(target) : request(api.url).post(target).type('form').send(form);
  // As a browser that is being navigated, which `fetch` cannot be.
  const { text, headers, status } = await asked.set({ Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' });
  return { target, text, headers: headers as Readonly<Record<string, string>>, status };
}

const tagsOf = (page: string): readonly string[] => page.match(/<\/?[a-z][\w-]*/gi) ?? [];

describe.each(PAGES)('%s', (target, bytes) => {
  test('is within its budget, loads scripts of this host alone, and has one main that can be skipped to', async () => {
    const { text, headers } = await pageAt(target);

    expect(gzipSync(text).length).toBeLessThanOrEqual(bytes);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const [element = '', style = ''] = STYLE.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(gzipSync(style).length).toBeLessThanOrEqual(STYLE_BYTES_MAX);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
    const rest = text.replace(SCRIPT, '').replace(element, '');
    expect(/<(?:script|style|iframe|object|base)\b|<[^>]*\s(?:style|on[a-z]+)=/.exec(rest)?.[0]).toBeUndefined();
    expect(text.match(/<main\b/g)).toHaveLength(1);
    expect(text.match(/<h1\b/g)).toHaveLength(1);
    expect(/<html lang="en">[\s\S]*<body>\s*<a class="skip" href="#main">/.test(text)).toBe(true);
  });

  test('names what its tables, forms and drawings are', async () => {
    const { text } = await pageAt(target);

    expect(text.match(/<caption\b/g)?.length).toBe(text.match(/<table\b/g)?.length);
    expect(/<th(?![^>]*\bscope=)[\s>][^>]*/.exec(text)?.[0]).toBeUndefined();
    for (const [, id] of text.matchAll(/<input[^>]*\bid="(\w+)"/g))
      expect(text.includes(`<label for="${id}"`)).toBe(true);
    for (const [tag] of text.matchAll(/<img\b[^>]*>/g)) expect(tag).toContain('alt="');
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
  });

  test('has links of this host that lead somewhere', async () => {
    const { text } = await pageAt(target);
    const paths = [...text.matchAll(/\s(?:href|src)="(\/[^"#]*)/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));

    for (const path of new Set(paths)) expect([path, (await request(api.url).get(path)).status]).toEqual([path, 200]);
  });
});

test('all pages are valid HTML', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  const faults = await Promise.all(
    [
      ...PAGES.map(([target]) => pageAt(target)),
      ...['/v1/eol/nodejs', '/v1/eol/image', '/nothing', '/p/nodejz', '/image?image=FROM'].map((target) =>
        pageAt(target),
      ),
      ...FORMS.map((form) => pageAt('/stack', form)),
    ].map(async (page) => {
      const { target, text } = await page;
      expect([target, /^<!doctype html>/.test(text)]).toEqual([target, true]);
      const { results } = await validator.validateString(text);
      return results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${target} ${ruleId}: ${message}`),
      );
    }),
  );

  expect(faults.flat()).toEqual([]);
});

test('all pages are well-formed, so that no element is left open', async () => {
  const xml = await Promise.all(
    PAGES.map(async ([target], at) => ({
      fileName: `page-${at}.xml`,
      contents: (await pageAt(target)).text.replace(/^<!doctype html>\s*/, ''),
    })),
  );

  const { errors } = await validateXML({ xml, schema: ANY_HTML });
  expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([]);
});

const ANY_HTML =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="html"><xs:complexType mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>';

test.each(HOSTILE)('what a reader asks is text and nothing else: %s', async (hostile) => {
  for (const target of ['/?q=', '/p/nodejs?version=', '/image?image=']) {
    const [plain, asked] = await Promise.all([pageAt(`${target}zzzz`), pageAt(target + encodeURIComponent(hostile))]);

    expect(asked.status).toBe(200);
    expect(tagsOf(asked.text)).toEqual(tagsOf(plain.text));
    expect(asked.text).not.toContain(hostile.replace('{{7*7}}', '\0'));
  }
});

test('a script lasts as long as its name', async () => {
  const [, path = ''] = /src="(\/assets\/[^"]+\.js)"/.exec((await pageAt('/')).text) ?? [];

  await request(api.url)
    .get(path)
    .expect('Cache-Control', 'public, max-age=31536000, immutable')
    .expect('Content-Type', 'text/javascript; charset=utf-8');
  await request(api.url).get('/assets/home.00000000.js').expect(404);
});

test('the search finds products by name and part of it, and leads to the version that was asked for', async () => {
  const linksOf = async (q: string) => (await pageAt(`/?q=${encodeURIComponent(q)}`)).text;

  const leads = await Promise.all([
    linksOf('nodejs 18').then((text) => text.includes('href="/p/nodejs?version=18"')),
    linksOf('Node.js').then((text) => text.includes('href="/p/nodejs"')),
    linksOf('postgre').then((text) => text.includes('href="/p/postgresql"')),
    linksOf('zzzzzzzz').then((text) => text.includes('Nothing is listed')),
    // As a form of a browser sends it, with a parameter of somebody else's.
    pageAt('/?utm_source=x&q=nodejs+18').then(({ text }) => text.includes('href="/p/nodejs?version=18"')),
  ]);

  expect(leads).toEqual([true, true, true, true, true]);
});

test('the page of changes has the headings and the code of the file', async () => {
  const { text } = await pageAt('/changelog');

  expect([text.includes('<h2>0.5.0</h2>'), /<code>[^<]+<\/code>/.test(text)]).toEqual([true, true]);
});

test('the page of changes begins with the newest, which are the first of the file', async () => {
  const { text } = await pageAt('/changelog');
  const [first = ''] = readFileSync(join(__dirname, '../../../../CHANGELOG.md'), 'utf8').match(/(?<=^- ).+/m) ?? [];
  const wordsOf = (line: string): readonly string[] => line.match(/[A-Za-z]{3,}/g)?.slice(0, 5) ?? [];
  const [, shown = ''] = /<li>([\s\S]*?)<\/li>/.exec(text.slice(text.indexOf('<ul class="text">'))) ?? [];

  expect(wordsOf(shown.replace(/<[^>]*>/g, ''))).toEqual(wordsOf(first.replace(/\]\([^)]*\)/g, ']')));
});

test('a product page says what becomes of a version, and has the timeline as a table too', async () => {
  const { text } = await pageAt('/p/nodejs?version=18.20.4');

  const said = /Node\.js\s+18\.20\.4\s+is\s+in\s+release\s+cycle[\s\S]*?<\/p>/.exec(text)?.[0];

  expect(said).toContain('end of life');
  expect([text.includes('role="img"'), text.includes('<tr id="c-18">')]).toEqual([true, true]);
});
