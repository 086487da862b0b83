import * as fc from 'fast-check';
import { readPastedAnswer, readSavedAnswer, writeSavedAnswer } from './saved-answer';

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const ANSWER = 'HTTP/1.1 200 OK\nContent-Digest: sha-256=:x:\nSignature:  receipt=:y:\n\n{"data":{}}';

describe('an answer that was pasted', () => {
  it.each([
    ['with the line ends of Unix', ANSWER],
    ['with those of the wire', ANSWER.replaceAll('\n', '\r\n')],
    ['with blank lines around it', `\n\n${ANSWER}\n\n`],
    ['after an interim answer', `HTTP/1.1 100 Continue\n\n${ANSWER}`],
    ['with the command before it', `$ curl -i 'https://a.example/v1/eol/nodejs'\n${ANSWER}`],
    [
      'with a command of several lines',
      `curl -i https://a.example/v1/eol/nodejs \\\n  -H 'PAYMENT-SIGNATURE: z'\n${ANSWER}`,
    ],
  ])('%s is read', (_how, text) => {
    const { status, headers, body, url } = readPastedAnswer(text);

    expect({ status, headers, body: textOf(body) }).toEqual({
      status: 200,
      headers: { 'content-digest': 'sha-256=:x:', signature: 'receipt=:y:' },
      body: '{"data":{}}',
    });
    expect(url).toBe(text.includes('curl') ? 'https://a.example/v1/eol/nodejs' : undefined);
  });

  it('may be the body alone', () => {
    expect(readPastedAnswer(' {"data":"curl\\n"}\n')).toEqual({ headers: {}, body: bytesOf('{"data":"curl\\n"}') });
  });
});

describe('an answer in a file', () => {
  it('keeps its very bytes, whatever they are', () => {
    const bytes = Uint8Array.of(...bytesOf(ANSWER.slice(0, -11)), 0xff, 0x0a, 0x0d);

    expect([...readSavedAnswer(bytes).body]).toEqual([0xff, 0x0a, 0x0d]);
  });

  it('is read as it was written', async () => {
    const name = fc.stringMatching(/^[a-z]{1,6}(-[a-z]{1,6})?$/);
    const value = fc.stringMatching(/^[\x21-\x7e]{1,20}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 599 }),
        fc.dictionary(name, value),
        fc.uint8Array(),
        async (status, headers, body) => {
          fc.pre(textOf(body).slice(0, 5) !== 'HTTP/');
          const file = new Uint8Array(await writeSavedAnswer({ status, headers: { ...headers }, body }).arrayBuffer());

          expect(readSavedAnswer(file)).toEqual({ status, headers: { ...headers }, body });
        },
      ),
    );
  });

  it('that is anything at all is read or taken for a body', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (bytes, isHttp) => {
        const read = readSavedAnswer(isHttp ? Uint8Array.of(...bytesOf('HTTP/'), ...bytes) : bytes);

        expect(read.body.length).toBeLessThanOrEqual(bytes.length + 5);
      }),
    );
  });
});
