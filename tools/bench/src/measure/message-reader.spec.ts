import fc from 'fast-check';
import { MessageReader } from './message-reader';

const message = (head: string, body: string): string => `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Heads read from the bytes when they come in pieces of these lengths. */
function readInPieces(text: string, lengths: readonly number[]): { heads: string[]; faults: Error[] } {
  const heads: string[] = [];
  const faults: Error[] = [];
  const reader = new MessageReader(
    (head) => heads.push(head),
    (fault) => faults.push(fault),
  );
  let left = Buffer.from(text, 'latin1');
  for (const length of [...lengths, left.length]) {
    reader.take(left.subarray(0, length));
    left = left.subarray(length);
  }
  return { heads, faults };
}

describe('a reader of messages', () => {
  it('reports each message once, wherever the bytes are cut', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', '\r', '\n', ':'), maxLength: 30 }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
        (bodies, lengths) => {
          const text = bodies.map((body, index) => message(`HTTP/1.1 20${index} OK`, body)).join('');
          const { heads, faults } = readInPieces(text, lengths);

          expect(faults).toEqual([]);
          expect(heads.map((head) => head.slice(9, 12))).toEqual(bodies.map((_body, index) => `20${index}`));
        },
      ),
    ));

  it('of a GET nothing more is awaited', () =>
    expect(readInPieces('GET /supported HTTP/1.1\r\nhost: x\r\n\r\n', []).heads).toEqual([
      'GET /supported HTTP/1.1\r\nhost: x',
    ]));

  it('does not guess where an answer without a length ends', () =>
    expect(readInPieces('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n', []).faults).toHaveLength(1));
});
