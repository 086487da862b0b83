import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '@stackcheck/contract';
import { BodyReader } from './read-body';

/** A request whose body comes as a test says, and what became of it. */
function receiving(headers: Readonly<Record<string, string>> = {}, timeoutMs?: number) {
  const request = Object.assign(new EventEmitter(), { headers, readableEnded: false });
  let goAheads = 0;
  const response = { writeContinue: () => (goAheads += 1) } as unknown as ServerResponse;
  const parse = (bytes: Buffer): string => bytes.toString().toUpperCase();
  const reader = new BodyReader(request as unknown as IncomingMessage, response, parse, timeoutMs);
  return { request, reader, goAheads: () => goAheads };
}

it.each([
  ['100-continue', 1],
  ['100-Continue', 1],
  ['x-100-continue', 0],
  ['100-continued', 0],
  [undefined, 0],
])('a body is asked for once where its client waits for that: Expect: %s', async (wanted, times) => {
  const { request, reader, goAheads } = receiving(wanted === undefined ? {} : { expect: wanted });
  expect(goAheads()).toBe(0);
  const read = [reader.read(), reader.read()];
  request.emit('end');
  await Promise.all(read);

  expect(goAheads()).toBe(times);
});

it('a body is its pieces together, read and parsed once', async () => {
  const { request, reader } = receiving();
  const [bytes, parsed, again] = [reader.read(), reader.json(), reader.json()];
  request.emit('data', Buffer.from('ab'));
  request.emit('data', Buffer.from('c'));
  request.emit('end');

  expect([(await bytes).toString(), await parsed]).toEqual(['abc', 'ABC']);
  expect(again).toBe(parsed);
  expect(await reader.read()).toBe(await bytes);
});

describe('a body', () => {
  const piece = (size: number): Buffer => Buffer.alloc(size, 'a');

  it('may be as large as the limit', async () => {
    const { request, reader } = receiving();
    const read = reader.read();
    request.emit('data', piece(LIMITS.bodyBytesMax));
    request.emit('end');

    expect(await read).toHaveLength(LIMITS.bodyBytesMax);
  });

  it.each<[string, (request: EventEmitter, reader: BodyReader<string>) => void, object]>([
    [
      'is over the limit',
      (request) => (request.emit('data', piece(LIMITS.bodyBytesMax)), request.emit('data', piece(1))),
      { code: 'body_too_large', detail: { headers: { Connection: 'close' } } },
    ],
    [
      'breaks off',
      (request) => request.emit('close'),
      { code: 'bad_request', why: 'broken_body', detail: { headers: { Connection: 'close' } } },
    ],
    ['ends in a fault', (request) => request.emit('error', new Error('reset')), { why: 'broken_body' }],
    [
      'is given up',
      (_request, reader) => reader.giveUp(),
      { code: 'bad_request', why: 'slow_body', detail: { status: 408, headers: { Connection: 'close' } } },
    ],
  ])('that %s is refused, and its connection ends', async (_what, act, refusal) => {
    const { request, reader } = receiving();
    const read = reader.read();
    act(request, reader);

    await expect(read).rejects.toMatchObject(refusal);
  });

  it('that is there may be closed', async () => {
    const { request, reader } = receiving();
    const read = reader.read();
    request.emit('end');
    request.readableEnded = true;
    request.emit('close');

    expect(await read).toHaveLength(0);
  });

  it('that takes too long is refused, and one that is there in time is not', async () => {
    jest.useFakeTimers();
    try {
      const [late, timely] = [receiving({}, 1_000), receiving({}, 1_000)];
      const refused = expect(late.reader.read()).rejects.toMatchObject({ why: 'slow_body' });
      const read = timely.reader.read();
      jest.advanceTimersByTime(999);
      timely.request.emit('end');
      expect(await read).toHaveLength(0);
      expect(jest.getTimerCount()).toBe(1);
      jest.advanceTimersByTime(1);
      await refused;
    } finally {
      jest.useRealTimers();
    }
  });

  it('before which nobody asked is not given up', () => {
    expect(() => receiving().reader.giveUp()).not.toThrow();
  });
});
