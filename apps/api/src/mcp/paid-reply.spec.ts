import fc from 'fast-check';
import { inString, keepInString } from '../fast/text-in-json';
import { paidReply } from './paid-reply';
import { ReplyBuffers } from './reply-buffers';

const written = (answer: string | Uint8Array, buffers = new ReplyBuffers()): Buffer | undefined =>
  paidReply({ before: '{"text":"ü', answer: Buffer.from(answer), after: ',"last":"ß"}' }, buffers);

const said = (json: string): object => ({ text: `ü${json}`, structuredContent: JSON.parse(json) as object, last: 'ß' });

/** What stands between the parts is the end of a list of texts. */
const read = (reply: Buffer): object =>
  JSON.parse(reply.toString('utf8').replace(/"\}\],"structuredContent":/, '","structuredContent":')) as object;

test('any answer is its own text and its own structure', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);

      expect(read(written(json)!)).toEqual(said(json));
    }),
    { numRuns: 300 },
  );
});

test('an answer whose text is known as it stands in a string gives the same reply', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const [known, unknown] = [value, value].map((each) => Buffer.from(JSON.stringify(each)));
      keepInString(known!, (into, at) => at + into.write(inString(JSON.stringify(value)), at));

      expect(written(known!)).toEqual(written(unknown!));
    }),
    { numRuns: 200 },
  );
});

test.each(['{\n}', '{"a":\t1}', '{\r"a":1}', '[\u0000]', '{"a":1}\u001f'])(
  'JSON with a blank that is none in a text is left to others: %j',
  (json) => {
    expect(written(json)).toBeUndefined();
  },
);

test('a buffer is written again once it is given back, and not before', () => {
  const buffers = new ReplyBuffers();
  const [first, second] = [written('{"a":1}', buffers)!, written('{"a":2}', buffers)!];

  expect([read(first), read(second)]).toEqual([said('{"a":1}'), said('{"a":2}')]);
  buffers.giveBack(second);
  const third = written('{"a":3}', buffers)!;
  expect(third.buffer).toBe(second.buffer);
  expect([read(first), read(third)]).toEqual([said('{"a":1}'), said('{"a":3}')]);
});

test('a reply that needs no buffer after all leaves it to the next', () => {
  const buffers = new ReplyBuffers();
  const first = written('{"a":1}', buffers)!;
  buffers.giveBack(first);

  expect(written('{\n}', buffers)).toBeUndefined();
  expect(written('{"a":2}', buffers)!.buffer).toBe(first.buffer);
});

test('an answer larger than any buffer has one of its own, which is not kept', () => {
  const buffers = new ReplyBuffers();
  const large = JSON.stringify({ a: '"'.repeat(200_000) });
  const reply = written(large, buffers)!;

  expect(read(reply)).toEqual(said(large));
  buffers.giveBack(reply);
  expect(written('{"a":1}', buffers)!.buffer).not.toBe(reply.buffer);
});

test('no more buffers are kept than a burst may need', () => {
  const buffers = new ReplyBuffers();
  const taken = Array.from({ length: 40 }, () => buffers.take(1));
  taken.forEach((buffer) => buffers.giveBack(buffer));
  const again = Array.from({ length: 40 }, () => buffers.take(1));
  const known = new Set(taken.map(({ buffer }) => buffer));

  expect(again.filter(({ buffer }) => known.has(buffer))).toHaveLength(16);
});
