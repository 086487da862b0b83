import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CODED_FROM_BYTES, CodedForms } from '../catalogue/coded-forms';
import { publish } from '../catalogue/publish';
import { codingFor, takesGzip } from './content-coding';

describe('the content coding that a header asks for', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0.001, gzip;q=0', 'br'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.4', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    // Nothing that we have: the document as it is, rather than none.
    ['identity;q=0', undefined],
    ['*;q=0', undefined],
    ['br;q=nonsense', undefined],
    [', ,;q=', undefined],
  ])('%j: %s', (header, coding) => {
    expect(codingFor(header)).toBe(coding);
  });
});

describe('a document in content codings', () => {
  const body = Buffer.from('{"models":[]}'.repeat(1_000));

  it('is the same document again, under a strong tag of its own', async () => {
    const forms = new CodedForms(body, '"abc"');

    const [br, gzip] = await Promise.all([forms.in('br'), forms.in('gzip')]);

    expect(brotliDecompressSync(br.body).equals(body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(body)).toBe(true);
    expect([br.etag, gzip.etag]).toEqual(['"abc-br"', '"abc-gzip"']);
  });

  it('is made once for all requests, at the same time or later', async () => {
    const forms = new CodedForms(body, '"abc"');

    const both = await Promise.all([forms.in('br'), forms.in('br')]);

    expect(both[0].body).toBe(both[1].body);
    expect((await forms.in('br')).body).toBe(both[0].body);
  });

  it('is kept for large ones only', () => {
    expect(publish('text/plain', 'x'.repeat(CODED_FROM_BYTES - 1)).coded).toBeUndefined();
    expect(publish('text/plain', 'x'.repeat(CODED_FROM_BYTES)).coded).toBeDefined();
  });
});

describe('a paid answer in gzip', () => {
  it.each<[want: string | undefined, accept: string | undefined, taken: boolean]>([
    ['sha-256=1', 'gzip', true],
    ['sha-512=3, sha-256=10', 'br, gzip, deflate', true],
    ['sha-256=1', '*', true],
    // What libraries that decode by themselves send: their users compare Content-Digest with what is decoded.
    [undefined, 'gzip, deflate, br', false],
    ['sha-256=0', 'gzip', false],
    ['sha-256=11', 'gzip', false],
    ['sha-512=1', 'gzip', false],
    ['x-sha-256=1', 'gzip', false],
    ['', 'gzip', false],
    ['sha-256=1', undefined, false],
    ['sha-256=1', 'identity', false],
    ['sha-256=1', 'gzip;q=0', false],
    ['sha-256=1', 'gzip;q=0.5, identity', false],
    ['sha-256=1', 'br', false],
  ])('is taken with Want-Unencoded-Digest %j and Accept-Encoding %j: %s', (want, accept, taken) => {
    const headers = { 'want-unencoded-digest': want, 'accept-encoding': accept };

    expect(takesGzip({ headers })).toBe(taken);
  });
});
