import { HOSTILE_TEXTS } from '@stackcheck/contract/testing';
import ICAL from 'ical.js';
import { validateXML } from 'xmllint-wasm';
import { callFrom } from '../testing/call-from';
import type { ChangedSelection } from '../testing/data-folder';
import { ask, callTool } from '../testing/mcp-calls';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

// What upstream writes into any field of text may be anything. Each text that people or their programs are sent is made twice: from data
// with hostile texts, and from the same data with plain ones. Whatever is not text has to be the same.

/** No snapshot holds lone surrogates. */
const TEXTS = HOSTILE_TEXTS.filter((text) => !/\p{Surrogate}/u.test(text));

type Members = Readonly<Record<string, unknown>>;

/** One text for each product, in turn, and none of them in its id. */
const spoiltBy =
  (textFor: (at: number) => string): ChangedSelection =>
  (id, selection) => {
    const all = selection as Readonly<Record<string, readonly Members[]>>;
    if (id === 'eol') {
      products = (selection as { readonly products: typeof products }).products;
      return { ...selection, products: products.map((one, at) => spoilt(one, textFor(at))) };
    }
    if (id === 'kev')
      return {
        ...selection,
        entries: all['entries']!.map((one, at) => {
          const text = textFor(at);
          return { ...one, vendor: text, product: text, name: text, required_action: text, description: text };
        }),
      };
    if (id === 'osv') return spoiltAdvisory(selection, textFor(advisories++));
    if (id !== 'models') return selection;
    return {
      ...selection,
      providers: all['providers']!.map((one, at) => ({
        ...one,
        name: textFor(at),
        doc: `https://a.example/${textFor(at)}`,
      })),
      models: all['models']!.map((one, at) => ({ ...one, name: textFor(at), family: textFor(at) })),
    };
  };

let advisories = 0;

/** With a package more, whose name is the text, too. */
function spoiltAdvisory(record: object, text: string): object {
  const { affected = [], aliases = [] } = record as Readonly<Record<string, readonly Members[]>>;
  const more = affected.map((one) => ({ ...one, package: { ...(one['package'] as Members), name: text } }));
  const link = `https://a.example/${text}`;
  return {
    ...record,
    summary: text,
    details: text,
    aliases: [...aliases, text],
    affected: [...affected, ...more],
    references: [{ type: 'WEB', url: link }],
    credits: [{ name: text, contact: [link] }],
  };
}

/** As they are in the selection. */
let products: readonly Named[] = [];

interface Named {
  readonly product: string;
  readonly cycles: readonly { readonly cycle: string }[];
}

function spoilt(product: Named, text: string): object {
  return {
    ...product,
    label: text,
    category: text,
    source_url: `https://a.example/${text}`,
    cycles: product.cycles.map((cycle) => ({
      ...cycle,
      cycle: `${cycle.cycle} ${text}`,
      codename: text,
      latest: text,
      link: `https://a.example/${text}`,
    })),
  };
}

let hostile: StarterApi;
let plain: StarterApi;
beforeAll(async () => {
  const env = { PUBLIC_PREVIEW: 'all' };
  [hostile, plain] = await Promise.all([
    startStarterApi({ env, change: spoiltBy((at) => TEXTS[at % TEXTS.length]!) }),
    startStarterApi({ env, change: spoiltBy((at) => `plain ${at}`) }),
  ]);
});
afterAll(() => Promise.all([hostile.close(), plain.close()]));

const NAVIGATES = { Accept: 'text/html,*/*', 'Sec-Fetch-Mode': 'navigate' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
let clients = 1;

interface Sent {
  readonly type: string;
  readonly text: string;
}

/** As a browser that is being navigated, which `fetch` cannot be. From an address of its own: what a slow machine works for one is not another's. */
async function sentBy(api: StarterApi, target: string, form?: URLSearchParams): Promise<Sent> {
  const sent = form === undefined ? {} : { body: form.toString() };
  const { status, headers, text } = await callFrom(`127.0.1.${clients++ % 250}`, api.url + target, {
    headers: { ...NAVIGATES, ...(form && FORM) },
    ...sent,
  });
  if (status >= 500) throw new Error(`${target}: ${status} ${text}`);
  return { type: String(headers['content-type']), text };
}

/** All of a text that no data may change: elements and attributes, properties of a calendar, members of JSON. */
function shapeOf({ type, text }: Sent): unknown {
  if (/json/.test(type)) return shapeOfJson(JSON.parse(text));
  if (/calendar/.test(type)) {
    ICAL.parse(text);
    return text.replace(/\r\n /g, '').match(/^[^:;\r\n]+/gm);
  }
  return text
    .match(/<[^>]*>/g)
    ?.map((tag) => tag.replace(/"[^"]*"/g, '""'))
    .join('\n');
}

function shapeOfJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOfJson);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([name, member]) => [name, shapeOfJson(member)]);
}

const MARKUP = /html|xml/;
const read: Sent[] = [];

/** @param targets of the API with hostile data, and of the one with plain data */
async function requireSameShape(targets: readonly [string, string]): Promise<void> {
  const [bad, good] = await Promise.all([sentBy(hostile, targets[0]), sentBy(plain, targets[1])]);
  read.push(bad);
  expect([targets[0], bad.type]).toEqual([targets[0], good.type]);
  expect({ target: targets[0], shape: shapeOf(bad) }).toEqual({ target: targets[0], shape: shapeOf(good) });
}

const BY_CYCLE = [
  (product: string, cycle: string) => `/p/${product}?version=${cycle}`,
  (product: string, cycle: string) => `/badge/${product}/${cycle}.svg`,
  (product: string, cycle: string) => `/badge/${product}/${cycle}.json`,
];

describe('hostile texts in the data stay texts', () => {
  test.each(TEXTS.map((text, at) => [JSON.stringify(text), at] as const))(
    'in page, calendar, feed and badges of a product: %s',
    async (_text, at) => {
      const { product, cycles } = products[at]!;
      const named = [TEXTS[at]!, `plain ${at}`].map((text) => encodeURIComponent(`${cycles[0]!.cycle} ${text}`));
      for (const form of [
        () => `/p/${product}`,
        () => `/p/${product}.ics`,
        () => `/p/${product}.atom`,
        // Controls in an address are refused.
        ...(/\p{Cc}/u.test(TEXTS[at]!) ? [] : BY_CYCLE).map((of) => (name: string) => of(product, name)),
      ])
        await requireSameShape([form(named[0]!), form(named[1]!)]);
    },
  );

  test.each([
    ...['/', '/status', '/changes.atom', '/ending.json', '/sitemap.xml', '/v1/eol/index', '/v1/models/index'],
    ...['/?q=nodejs', '/?q=post', '/calendar.ics?products=nodejs,python,debian', '/image?image=node:24-alpine3.22'],
    ...['/nodejz', '/p/nodejz', '/badge/nodejs/x.svg', '/v1/eol/nodejs', '/v1/validate?dataset=eol&id=nodejs'],
  ])('where all products are: %s', (target) => requireSameShape([target, target]));

  test('in what a form is answered, whose own texts are hostile, too', async () => {
    for (const text of ['FROM node:24-alpine3.22\nFROM a', ...TEXTS.map((each) => `FROM node:24\n${each}`)]) {
      const page = await sentBy(hostile, '/stack', new URLSearchParams({ text }));
      read.push(page);
      expect([page.type, /<script>alert|<img src=x/.exec(page.text)]).toEqual(['text/html; charset=utf-8', null]);
    }
  });

  test('in what tools answer', async () => {
    const asked = async (api: StarterApi) => [
      await ask(api.url, 'tools/list'),
      await callTool(api.url, 'list_products', { query: '' }),
      await callTool(api.url, 'list_models', { query: '' }),
      await callTool(api.url, 'validate_id', { dataset: 'eol', id: 'nodejs@99' }),
      await callTool(
        api.url,
        'get_lifecycle',
        { product: 'nodejs' },
        { payment: api.payment('service_eol_product', '/mcp?tool=get_lifecycle') },
      ),
      await callTool(
        api.url,
        'check_cves',
        { cves: ['CVE-2021-44228'] },
        { payment: api.payment('service_kev_check', '/mcp?tool=check_cves') },
      ),
      await callTool(
        api.url,
        'check_packages',
        { purls: PACKAGES },
        { payment: api.payment('service_osv_check', '/mcp?tool=check_packages') },
      ),
      await callTool(
        api.url,
        'check_stack',
        { packages: PACKAGES, items: [{ product: 'nodejs', version: '18' }] },
        { payment: api.payment('service_stack_check', '/mcp?tool=check_stack') },
      ),
      await callTool(
        api.url,
        'find_cheapest_model',
        { tokens: { input: 3000, output: 1000 }, limit: 3 },
        { payment: api.payment('service_models_cheapest', '/mcp?tool=find_cheapest_model') },
      ),
    ];
    const [bad, good] = await Promise.all([asked(hostile), asked(plain)]);

    expect(bad.map(({ text }) => shapeOfJson(JSON.parse(text)))).toEqual(
      good.map(({ text }) => shapeOfJson(JSON.parse(text))),
    );
    for (const { result } of bad.slice(1))
      expect(JSON.parse(result!.content[0]!.text)).toEqual(result!.structuredContent);
    expect(bad.slice(4).map(({ result }) => result?.isError)).toEqual(Array.from({ length: 5 }, () => undefined));
    // A text of the data is in each of them, and one that is no text of a member is not.
    for (const { text } of bad.slice(6)) expect(TEXTS.some((each) => text.includes(inJson(each)))).toBe(true);
  });

  test('and all markup of it is well-formed', async () => {
    const xml = read
      .filter(({ type }) => MARKUP.test(type))
      .map(({ text }, at) => ({
        fileName: `${at}.xml`,
        contents: `<html>${text.replace(/^<[!?][^>]*>\s*/, '')}</html>`,
      }));
    const { errors } = await validateXML({ xml, schema: ANY_ELEMENTS });

    expect(xml.length).toBeGreaterThan(50);
    expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([]);
  });
});

const PACKAGES = ['pkg:npm/lodash@4.17.15', 'pkg:pypi/django@1.11.0', 'pkg:npm/event-stream@3.3.6'];

/** As it stands in a text of a result, whose JSON is a text of JSON again. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const ANY_ELEMENT =
  '<xs:complexType mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType>';
const ANY_ELEMENTS = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="html">${ANY_ELEMENT}</xs:element></xs:schema>`;
