import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ServiceError } from '@stackcheck/contract';
import type { PaidAnswer } from '@stackcheck/payment-x402/settle';
import { CodedForms, type CodedForm } from '../catalogue/coded-forms';
import type { HeldAnswer } from '../catalogue/define-route';
import { beginPaid, send, sendError, sendFree, sendOffer, sendOfferPage } from './send';

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the server; undefined for a socket without one. */
  readonly listening?: boolean;
}

/** A response that keeps what is written into it. */
class Written {
  status = 0;
  /** By lower-case name, each with its lines in order. */
  readonly lines: Record<string, string[]> = {};
  body: string | undefined;
  isKeptAlive = true;
  readonly response: ServerResponse;

  constructor({ method = 'GET', headers = {}, listening = true }: Asked = {}) {
    const req = { method, headers, socket: { server: { listening } } } as unknown as IncomingMessage;
    const outer = { req, writeHead: this.head.bind(this), end: (body?: Uint8Array) => this.end(body) };
    Object.defineProperty(outer, 'shouldKeepAlive', { set: (kept: boolean) => (this.isKeptAlive = kept) });
    this.response = outer as unknown as ServerResponse;
  }

  of(name: string): string | undefined {
    return this.lines[name]?.join(' | ');
  }

  private head(status: number, headers: OutgoingHttpHeaders | readonly string[]): void {
    this.status = status;
    const add = (name: string, value: unknown): void =>
      void (this.lines[name.toLowerCase()] ??= []).push(...[value].flat().map(String));
    if (!Array.isArray(headers)) Object.entries(headers).forEach(([name, value]) => add(name, value));
    else for (let at = 0; at < headers.length; at += 2) add(headers[at] as string, headers[at + 1]);
  }

  private end(body?: Uint8Array): void {
    this.body = body === undefined ? '' : Buffer.from(body).toString();
  }
}

const OFFER = { body: Buffer.from('{}'), paymentRequired: 'e30=' };

describe('an answer', () => {
  it.each([
    ['GET', 200, 'text', '4'],
    ['HEAD', 200, '', '4'],
    ['GET', 304, '', undefined],
    ['GET', 204, '', undefined],
    ['POST', 400, 'text', '4'],
  ])('to %s with status %d has the body %j and the length %s', (method, status, body, length) => {
    const written = new Written({ method });
    send(written.response, status, { 'X-Own': 'own' }, Buffer.from('text'));

    expect([written.status, written.body, written.of('content-length')]).toEqual([status, body, length]);
    expect([written.of('x-own'), written.of('x-content-type-options')]).toEqual(['own', 'nosniff']);
  });

  it('ends its connection where the server closes, and no other', () => {
    const kept = [true, false].map((listening) => {
      const [free, paid] = [new Written({ listening }), new Written({ listening })];
      send(free.response, 200, {}, new Uint8Array());
      beginPaid(
        paid.response,
        { paymentResponse: '', x402Version: 2 } as PaidAnswer,
        {},
        { contentType: '', length: 0 },
      );
      return [free.isKeptAlive, paid.isKeptAlive];
    });

    expect(kept).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

describe('a free answer', () => {
  const HTML = 'text/html; charset=utf-8';
  const held = (change: object = {}): HeldAnswer => ({
    bytes: Buffer.from('text'),
    contentType: 'text/plain',
    ...change,
  });
  const sent = (answer: HeldAnswer, headers = {}, form?: CodedForm): Written => {
    const written = new Written({ headers });
    sendFree(written.response, answer, form);
    return written;
  };

  it.each([
    ['"abc"', 304],
    ['W/"abc"', 304],
    ['"x", "abc"', 304],
    ['"x" , W/"abc" ', 304],
    ['*', 304],
    ['"x", *', 304],
    ['"x"', 200],
    ['abc', 200],
    ['"abc', 200],
    ['', 200],
  ])('with the tag "abc" is asked for with If-None-Match %s: %d', (ifNoneMatch, status) => {
    const written = sent(held({ etag: '"abc"' }), { 'if-none-match': ifNoneMatch });

    expect([written.status, written.of('etag'), written.body]).toEqual([status, '"abc"', status === 200 ? 'text' : '']);
    expect(sent(held(), { 'if-none-match': ifNoneMatch }).status).toBe(200);
  });

  it.each([
    [{}, 'no-store', undefined],
    [{ maxAgeSeconds: 0 }, 'public, max-age=0', undefined],
    [{ maxAgeSeconds: 60 }, 'public, max-age=60', undefined],
    [{ maxAgeSeconds: 60, immutable: true }, 'public, max-age=60, immutable', undefined],
    [{ vary: 'Accept' }, 'no-store', 'Accept'],
    [{ contentType: HTML }, 'no-store', 'Accept'],
    [{ coded: new CodedForms(new Uint8Array(), '"a"') }, 'no-store', 'Accept-Encoding'],
    [{ vary: 'Accept', coded: new CodedForms(new Uint8Array(), '"a"') }, 'no-store', 'Accept, Accept-Encoding'],
  ])('that is %j has Cache-Control %s and Vary %s', (change, cacheControl, vary) => {
    const written = sent(held(change));

    expect([written.of('cache-control'), written.of('vary')]).toEqual([cacheControl, vary]);
  });

  it.each([
    [HTML, /^default-src 'none'; script-src 'self'; .*trusted-types 'none'$/],
    ['image/svg+xml', /^default-src 'none'; sandbox$/],
    ['image/svg+xml; charset=utf-8', /^default-src 'none'; sandbox$/],
    ['image/png', /^undefined$/],
    ['text/plain', /^undefined$/],
  ])('of type %s has the policy %s', (contentType, policy) => {
    const written = sent(held({ contentType }));

    expect(String(written.of('content-security-policy'))).toMatch(policy);
    expect(written.of('content-type')).toBe(contentType);
  });

  it('has a link where it names one', () => {
    expect([sent(held()).of('link'), sent(held({ link: '</x>' })).of('link')]).toEqual([undefined, '</x>']);
  });

  it('in a content coding has the bytes and the tag of that', () => {
    const form: CodedForm = { coding: 'br', body: Buffer.from('coded!'), etag: '"abc-br"' };
    const written = sent(held({ etag: '"abc"' }), { 'if-none-match': '"abc"' }, form);

    expect([written.status, written.body, written.of('etag'), written.of('content-encoding')]).toEqual([
      200,
      'coded!',
      '"abc-br"',
      'br',
    ]);
    expect(sent(held({ etag: '"abc"' }), { 'if-none-match': '"abc-br"' }, form).status).toBe(304);
    expect(written.of('content-length')).toBe('6');
  });

  it('is given back as it was sent, but for the id of the request', () => {
    const written = new Written();
    const kept = sendFree(written.response, held({ etag: '"abc"', maxAgeSeconds: 60 }))!;
    const lines = Object.entries(written.lines).filter(([name]) => name !== 'x-request-id');
    const keptLines = kept.headers.flatMap((name, at) =>
      at % 2 === 0 ? [[name.toLowerCase(), [kept.headers[at + 1]]]] : [],
    );

    expect(Object.fromEntries(keptLines) as object).toEqual(Object.fromEntries(lines));
    expect(Buffer.from(kept.body).toString()).toBe('text');
    const asked = new Written({ headers: { 'if-none-match': '*' } });
    expect(sendFree(asked.response, held({ etag: '"abc"' }))).toBeUndefined();
  });
});

describe('a paid answer', () => {
  it.each([
    [2, 'paid', undefined, 'paid', undefined, undefined],
    [1, 'paid', undefined, 'paid', 'paid', undefined],
    [2, '', undefined, undefined, undefined, undefined],
    [2, 'paid', 'gzip', 'paid', undefined, 'gzip'],
  ] as const)(
    'of version %d with settlement %j in coding %s',
    (x402Version, paymentResponse, coding, v2, v1, encoding) => {
      const written = new Written();
      const body = { contentType: 'text/x', length: 7, ...(coding && { coding }) };
      beginPaid(written.response, { paymentResponse, x402Version } as PaidAnswer, { Signature: 'sig' }, body);

      expect(written.status).toBe(200);
      expect([written.of('payment-response'), written.of('x-payment-response')]).toEqual([v2, v1]);
      expect(written.of('content-encoding')).toBe(encoding);
      const exposed = written.lines['access-control-expose-headers']!;
      expect(exposed.slice(1)).toEqual(coding === undefined ? [] : ['Unencoded-Digest']);
      expect(['content-type', 'content-length', 'cache-control', 'signature'].map((name) => written.of(name))).toEqual([
        'text/x',
        '7',
        'private, no-store',
        'sig',
      ]);
    },
  );
});

describe('an error', () => {
  const sent = (error: ServiceError, additions?: Parameters<typeof sendError>[3]): Written => {
    const written = new Written();
    sendError(written.response, 'https://x.example', error, additions);
    return written;
  };

  it.each([
    ['bad_request', {}, 400, undefined],
    ['bad_request', { status: 408 }, 408, undefined],
    ['paused', {}, 503, '30'],
    ['paused', { retryAfterSeconds: 7 }, 503, '7'],
    ['paused', { retryAfterSeconds: 1.2 }, 503, '2'],
    ['paused', { retryAfterSeconds: 0 }, 503, '1'],
    ['not_found', { retryAfterSeconds: 3 }, 404, '3'],
  ] as const)('%s with %j has status %d and Retry-After %s', (code, detail, status, retryAfter) => {
    const written = sent(new ServiceError(code, detail));

    expect([written.status, written.of('retry-after'), written.of('cache-control')]).toEqual([
      status,
      retryAfter,
      'no-store',
    ]);
    expect(JSON.parse(written.body!)).toMatchObject({ error: { code } });
  });

  it('has headers of its own, and a line for each challenge', () => {
    const written = sent(new ServiceError('payment_required', { headers: { Allow: 'GET' } }), {
      challenges: ['a', 'b'],
    });

    expect([written.of('allow'), written.lines['www-authenticate']]).toEqual(['GET', ['a', 'b']]);
    expect(sent(new ServiceError('payment_required'), { challenges: [] }).lines).not.toHaveProperty('www-authenticate');
  });

  it('is a page for a person', () => {
    const written = sent(new ServiceError('not_found'), { page: '<p>' });

    expect([written.body, written.of('content-type'), written.of('vary'), written.of('cache-control')]).toEqual([
      '<p>',
      'text/html; charset=utf-8',
      'Accept, Sec-Fetch-Mode',
      'no-store',
    ]);
    expect(written.of('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('an offer', () => {
  it('has a line for each challenge, and none without', () => {
    const [two, none, without] = [new Written(), new Written(), new Written()];
    sendOffer(two.response, OFFER as never, ['a', 'b']);
    sendOffer(none.response, OFFER as never, []);
    sendOffer(without.response, OFFER as never);

    expect([two, none, without].map(({ lines }) => lines['www-authenticate'])).toEqual([
      ['a', 'b'],
      undefined,
      undefined,
    ]);
    expect([two.status, two.of('payment-required'), two.of('content-length'), two.of('cache-control')]).toEqual([
      402,
      'e30=',
      '2',
      'no-store',
    ]);
  });

  it('is a page for a person, with what programs need in its header', () => {
    const written = new Written();
    sendOfferPage(written.response, OFFER as never, '<p>');

    expect([written.status, written.body, written.of('payment-required'), written.of('vary')]).toEqual([
      402,
      '<p>',
      'e30=',
      'Accept, Sec-Fetch-Mode',
    ]);
  });
});
