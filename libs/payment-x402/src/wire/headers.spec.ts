import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import { LIMITS } from '@stackcheck/contract';
import fc from 'fast-check';
import { decodeHeader, encodeHeader } from './headers';

const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64');

describe('a payment header', () => {
  it('round-trips with the official encoder and decoder', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(decodeHeader(encodePaymentSignatureHeader(plain as never))).toEqual({ ok: true, value: plain });
        expect(decodePaymentSignatureHeader(encodeHeader(plain))).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever is sent', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.uint8Array().map(base64),
      fc.json().map(base64),
    );
    fc.assert(
      fc.property(any, (text) => typeof decodeHeader(text).ok === 'boolean'),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['nothing', '', 'not standard base64'],
    [
      'base64url',
      base64('{"a":"\u00bf\u00fb\u00ff~~~"}').replaceAll('+', '-').replaceAll('/', '_') + '_-',
      'not standard base64',
    ],
    ['white space', ` ${base64('{}')}`, 'not standard base64'],
    ['an impossible length', 'abcde', 'not standard base64'],
    ['too much padding', `${base64('{"a":1}')}==`, 'not standard base64'],
    ['broken UTF-8', base64(Buffer.from([0x22, 0xc3, 0x28, 0x22])), 'not of UTF-8'],
    ['a byte order mark', base64('\ufeff{}'), 'not of JSON'],
    ['half an object', base64('{"a":'), 'not of JSON'],
    ['a repeated key', base64('{"a":1,"a":2}'), 'key twice'],
    ['a repeated key in another spelling', base64('{"a":1,"\\u0061":2}'), 'key twice'],
    ['a repeated key deep inside', base64('{"x":[{"a":{"b":1,"b" : 2}}]}'), 'key twice'],
    ['too many levels', base64(`${'['.repeat(13)}${']'.repeat(13)}`), 'deeper than 12'],
    ['very many levels', base64(`${'['.repeat(6_000)}${']'.repeat(6_000)}`), 'deeper than 12'],
    ['too many characters', base64(JSON.stringify('x'.repeat(LIMITS.paymentHeaderBytesMax))), 'longer than'],
  ])('is refused with a reason: %s', (_name, text, reason) => {
    const decoded = decodeHeader(text);

    expect(decoded.ok || decoded.message).toEqual(expect.stringContaining(reason));
  });

  it.each([
    ['twelve levels', `${'['.repeat(12)}${']'.repeat(12)}`],
    ['one key in two objects', '[{"a":1},{"a":2}]'],
    ['keys among braces in text', '{"{\\"a\\":":"}]","a":"\\\\"}'],
    ['a value like a key', '["a","a",{"a":"a"}]'],
  ])('is taken: %s', (_name, json) => {
    expect(decodeHeader(base64(json))).toEqual({ ok: true, value: JSON.parse(json) });
  });

  it('of any text is the base64 of its UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(encodeHeader(text)).toBe(base64(JSON.stringify(text)));
        expect(decodeHeader(encodeHeader(text))).toEqual({ ok: true, value: text });
      }),
      { examples: [['ü'], ['€ 𝄞'], ['\u00ff\u0100']] },
    );
  });

  it('may lack its padding', () => {
    expect(decodeHeader(base64('{"a":1}').replace(/=+$/, ''))).toEqual({ ok: true, value: { a: 1 } });
  });
});

const corpora = resolve(process.cwd(), process.env['CORPORA_DIR'] ?? '../shared/corpora');
const examples = join(corpora, 'security/x402/spec-examples.json');

(existsSync(examples) ? describe : describe.skip)(
  'the header examples of the x402 specifications (spec-examples.json)',
  () => {
    it('are all decoded as the official decoder does', () => {
      const { headers } = JSON.parse(readFileSync(examples, 'utf8')) as { headers: Record<string, string> };

      expect(Object.keys(headers).length).toBeGreaterThan(4);
      for (const header of Object.values(headers))
        expect(decodeHeader(header)).toEqual({ ok: true, value: decodePaymentSignatureHeader(header) });
    });
  },
);
