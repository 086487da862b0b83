import { decodePaymentRequiredHeader } from '@x402/core/http';
import { PaymentRequiredV2Schema, PaymentRequirementsV1Schema } from '@x402/core/schemas';
import Ajv2020 from 'ajv/dist/2020';
import { ERROR_CODES, errorRow } from '@stackcheck/contract';
import { compileOffer } from './offer';
import {
  SAMPLE_BASE_URL,
  SAMPLE_BODY_ROUTE,
  SAMPLE_QUERY_ROUTE,
  SAMPLE_ROUTE,
  SAMPLE_TERMS,
} from '../testing/sample-terms';

const ROUTES = [SAMPLE_ROUTE, SAMPLE_QUERY_ROUTE, SAMPLE_BODY_ROUTE];
const URL_OF = { [SAMPLE_ROUTE.id]: `${SAMPLE_BASE_URL}/v1/eol/nodejs` };
const CODES_402 = ERROR_CODES.filter((code) => errorRow(code).http === 402);

interface Offered {
  readonly 'payment-identifier': { readonly info: object };
  readonly bazaar: {
    readonly info: { readonly input: object; readonly output: object };
    readonly schema: object;
    readonly routeTemplate?: string;
  };
}

const urlOf = (route: (typeof ROUTES)[number]): string => URL_OF[route.id] ?? SAMPLE_BASE_URL + route.path;
const decodeBody = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString('utf8'));

describe.each(ROUTES.map((route) => [route.id, route] as const))('the 402 of %s', (_id, route) => {
  const offer = compileOffer(route, SAMPLE_TERMS, SAMPLE_BASE_URL);
  const { body, paymentRequired } = offer.render(urlOf(route));

  it('is read by the official v2 decoder and schema, with a string as error', () => {
    const decoded = PaymentRequiredV2Schema.parse(decodePaymentRequiredHeader(paymentRequired));

    expect(decoded.error).toBe('payment_required');
    expect(decoded.resource).toEqual({
      url: urlOf(route),
      description: route.description,
      mimeType: 'application/json',
    });
    expect(decoded.accepts).toEqual([
      {
        scheme: 'exact',
        network: 'eip155:84532',
        amount: route.price.toString(),
        asset: SAMPLE_TERMS.asset,
        payTo: SAMPLE_TERMS.payTo,
        maxTimeoutSeconds: 60,
        extra: { name: 'USDC', version: '2' },
      },
    ]);
  });

  it('has a v1 offer in the body that the official v1 schema reads, besides the error of the table', () => {
    const decoded = decodeBody(body);

    expect(decoded.x402Version).toBe(1);
    expect(decoded.accepts).toHaveLength(1);
    expect(PaymentRequirementsV1Schema.parse(decoded.accepts[0])).toMatchObject({
      network: 'base-sepolia',
      maxAmountRequired: route.price.toString(),
      resource: urlOf(route),
      payTo: SAMPLE_TERMS.payTo,
    });
    expect(decoded.error).toEqual({
      code: 'payment_required',
      message: errorRow('payment_required').when,
      next: errorRow('payment_required').next,
      docs: 'https://api.example.com/docs/errors#payment_required',
    });
  });

  it('offers the payment-identifier without requiring it, and a discovery block that obeys its own schema', () => {
    const { extensions } = decodePaymentRequiredHeader(paymentRequired) as unknown as { extensions: Offered };

    expect(extensions['payment-identifier'].info).toEqual({ required: false });
    expect(extensions.bazaar.schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    const obeys = new Ajv2020({ strict: false }).compile(extensions.bazaar.schema);
    expect(obeys(extensions.bazaar.info)).toBe(true);
    for (const member of Object.keys(extensions.bazaar.info.input)) {
      const { [member as never]: _left, ...input } = extensions.bazaar.info.input as Readonly<Record<string, unknown>>;
      // Examples of what may be left out are no part of what must be there.
      expect([member, obeys({ ...extensions.bazaar.info, input })]).toEqual([member, false]);
    }
    for (const other of [{ type: 'mcp' }, { method: 'PUT' }])
      expect(obeys({ ...extensions.bazaar.info, input: { ...extensions.bazaar.info.input, ...other } })).toBe(false);
    expect(extensions.bazaar.info.input).toMatchObject({ type: 'http', method: route.method, ...exampleOf(route) });
    expect(extensions.bazaar.info.output).toEqual({
      type: 'json',
      ...(route.example.output ? { example: route.example.output } : {}),
    });
    expect(extensions.bazaar.routeTemplate).toBe(route === SAMPLE_ROUTE ? '/v1/eol/:product' : undefined);
  });

  it.each(CODES_402)('names %s in header and body, with the detail given', (code) => {
    const refused = offer.render(urlOf(route), code, { message: 'Wrong "quotes" and ü.' });

    expect(decodePaymentRequiredHeader(refused.paymentRequired).error).toBe(code);
    expect(decodeBody(refused.body).error).toMatchObject({ code, message: 'Wrong "quotes" and ü.' });
    expect(decodeBody(offer.render(urlOf(route), code).body).error.message).toBe(errorRow(code).when);
  });
});

function exampleOf(route: (typeof ROUTES)[number]): object {
  const { output: _output, ...input } = route.example;
  return route.method === 'POST' ? { bodyType: 'json', ...input } : input;
}

describe('the offer of a tool', () => {
  const tool = { name: 'check_things', inputSchema: { type: 'object', properties: { things: { type: 'array' } } } };
  const example = { body: { things: ['x'.repeat(5_000)] }, output: { data: {} } };
  const offer = compileOffer({ ...SAMPLE_BODY_ROUTE, tool, example }, SAMPLE_TERMS, SAMPLE_BASE_URL);
  const { paymentRequired } = offer.render(`${SAMPLE_BASE_URL}/mcp`);
  const { bazaar } = (decodePaymentRequiredHeader(paymentRequired) as unknown as { extensions: Offered }).extensions;

  it('names it in both spellings, whatever its length, and obeys its own schema', () => {
    const named = { type: 'mcp', tool: 'check_things', toolName: 'check_things', transport: 'streamable-http' };

    expect(bazaar.info.input).toEqual({ ...named, inputSchema: tool.inputSchema, example: example.body });
    const validate = new Ajv2020({ strict: false }).compile(bazaar.schema);
    expect(validate(bazaar.info)).toBe(true);
    expect(validate({ ...bazaar.info, input: { ...bazaar.info.input, toolName: 'another' } })).toBe(false);
  });
});

describe('rendering', () => {
  const offer = compileOffer(SAMPLE_QUERY_ROUTE, SAMPLE_TERMS, SAMPLE_BASE_URL);

  it.each([
    'https://api.example.com/v1/eol/image?image=a',
    'https://api.example.com/v1/eol/image?image=ab',
    'https://api.example.com/v1/eol/image?image=abc',
    'https://api.example.com/v1/eol/image?image="quoted"\\and-ünïcode-€-𝄞',
  ])('keeps the resource exactly: %s', (url) => {
    const { body, paymentRequired } = offer.render(url);

    expect(decodePaymentRequiredHeader(paymentRequired).resource?.url).toBe(url);
    expect(decodeBody(body).accepts[0].resource).toBe(url);
  });

  it('emits the standard base64 alphabet only', () => {
    for (let length = 0; length < 12; length++) {
      const { paymentRequired } = offer.render(`https://api.example.com/v1/eol/image?image=${'?~'.repeat(length)}`);

      expect(paymentRequired).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      expect(paymentRequired.length % 4).toBe(0);
    }
  });

  it('stays under 4 KB of header for any product, cycle or image the limits allow, in percent-encoding too', () => {
    const base = 'https://a-rather-long-host-name.of-a-customer.example.com/with/a/prefix';
    const longest = [
      `${base}/v1/eol/${'%C3%BC'.repeat(200)}`,
      `${base}/v1/eol/${'a'.repeat(200)}/${'b'.repeat(200)}`,
      `${base}/v1/eol/image?image=${'%3A'.repeat(256)}`,
    ];
    for (const route of ROUTES) {
      const wordy = { ...route, description: 'x'.repeat(500) };
      const compiled = compileOffer(wordy, { ...SAMPLE_TERMS, assetName: 'USD Coin' }, base);
      for (const url of longest) expect(compiled.render(url).paymentRequired.length).toBeLessThan(4_096);
    }
  });

  it('names the route where the URL is long', () => {
    const rendered = (chars: number) =>
      decodePaymentRequiredHeader(offer.render('https://api.example.com/'.padEnd(chars, 'a')).paymentRequired);
    const [short, long, longest] = [rendered(50), rendered(480), rendered(481)] as const;

    expect(long.resource?.url).toHaveLength(480);
    expect(longest.resource?.url).toBe('https://api.example.com/v1/eol/image');
    expect([long.accepts, longest.accepts]).toEqual([short.accepts, short.accepts]);
  });

  it('leaves the discovery block out where the header would be long, or more is next to it, and nothing else', () => {
    const url = `${SAMPLE_BASE_URL}/v1/eol/image`;
    const wordy = compileOffer({ ...SAMPLE_QUERY_ROUTE, description: 'x'.repeat(500) }, SAMPLE_TERMS, SAMPLE_BASE_URL);
    const keysOf = ({ paymentRequired }: { readonly paymentRequired: string }) =>
      Object.keys(decodePaymentRequiredHeader(paymentRequired).extensions ?? {});

    expect(keysOf(offer.render(url))).toEqual(['payment-identifier', 'bazaar']);
    expect(keysOf(wordy.render(url.padEnd(480, 'a')))).toEqual(['payment-identifier']);
    expect(keysOf(offer.render(url, 'payment_required', { otherHeaderChars: 2_000 }))).toEqual(['payment-identifier']);
    expect(keysOf(offer.render(url, 'payment_invalid', { otherHeaderChars: 2_000 }))).toEqual(['payment-identifier']);
  });

  it('stays under 3.5 KB of header for every length of the URL, also with the longest description', () => {
    const wordy = { ...SAMPLE_ROUTE, description: 'x'.repeat(500) };
    const compiled = compileOffer(wordy, SAMPLE_TERMS, SAMPLE_BASE_URL);
    const sizes = Array.from(
      { length: 300 },
      (_, step) => compiled.render(`${SAMPLE_BASE_URL}/v1/eol/${'a'.repeat(step * 20)}`).paymentRequired.length,
    );

    expect(Math.max(...sizes)).toBeLessThan(3_584);
  });

  it('gives the cached 402 for a URL without parameters', () => {
    expect(offer.render('https://api.example.com/v1/eol/image')).toBe(
      offer.render('https://api.example.com/v1/eol/image'),
    );
  });

  it('refuses a description that Coinbase would not take', () => {
    expect(() =>
      compileOffer({ ...SAMPLE_ROUTE, description: 'x'.repeat(501) }, SAMPLE_TERMS, SAMPLE_BASE_URL),
    ).toThrow(RangeError);
  });
});

it.each([
  [
    SAMPLE_ROUTE,
    { pathParams: { product: 'nodejs' } },
    { type: 'json', example: { data: { product: 'nodejs', label: 'Node.js' } } },
  ],
  [SAMPLE_QUERY_ROUTE, { queryParams: { image: 'node:20-bookworm' } }, { type: 'json' }],
  [
    SAMPLE_BODY_ROUTE,
    { bodyType: 'json', bodyFields: { items: [{ product: 'nodejs', version: '20.11.1' }] } },
    { type: 'json' },
  ],
  [{ ...SAMPLE_BODY_ROUTE, example: {} }, { bodyType: 'json', bodyFields: {} }, { type: 'json' }],
])('the v1 offer says how a route is called and what it answers: $id', (route, input, output) => {
  const { body } = compileOffer(route, SAMPLE_TERMS, SAMPLE_BASE_URL).render(urlOf(route));

  expect(decodeBody(body).accepts[0].outputSchema).toEqual({
    input: { type: 'http', method: route.method, discoverable: true, ...input },
    output,
  });
});

describe('the page about errors in a 402', () => {
  it.each([
    ['is below the base URL where nothing else is said', undefined, `${SAMPLE_BASE_URL}/docs/errors#payment_required`],
    ['is where it is said to be', 'https://example.com/errors', 'https://example.com/errors#payment_required'],
    ['is left out where there is none', null, undefined],
  ])('%s', (_what, errorsUrl, docs) => {
    const { body } = compileOffer(SAMPLE_ROUTE, SAMPLE_TERMS, SAMPLE_BASE_URL, errorsUrl).render(urlOf(SAMPLE_ROUTE));

    expect(decodeBody(body).error.docs).toBe(docs);
  });
});
