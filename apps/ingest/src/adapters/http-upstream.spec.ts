import { gzipSync } from 'node:zlib';
import { NO_VALIDATORS, UpstreamError } from '@stackcheck/datasets/fetch';
import { FixedClock } from '@stackcheck/contract/testing';
import { startFeedServer, type FeedServer } from '../testing/feed-server';
import { HttpUpstream } from './http-upstream';
import { retryAfterMs, TransientError, withRetries } from './retry';

const BODY = Buffer.from(JSON.stringify({ text: 'é'.repeat(5_000) }));

const OLD = 'Fri, 20 Nov 2020 06:22:05 GMT';

let server: FeedServer;
let slept: number[];
beforeEach(async () => {
  server = await startFeedServer();
  slept = [];
});
afterEach(() => server.close());

function upstream(change: object = {}): HttpUpstream {
  return new HttpUpstream({
    clock: new FixedClock(),
    bodyBytesMax: 100_000,
    random: () => 0.5,
    sleep: async (ms) => void slept.push(ms),
    ...change,
  });
}

const fetchOnce = (change?: object) => upstream(change).fetch(server.url, NO_VALIDATORS);

describe('fetching upstream', () => {
  it('gives the bytes and the validators, and says how far it is', async () => {
    server.answer((_request, response) =>
      response.writeHead(200, { etag: '"a"', 'last-modified': OLD, 'content-length': BODY.length }).end(BODY),
    );
    const seen: [number, number | null][] = [];

    const reply = await upstream().fetch(server.url, NO_VALIDATORS, (received, total) => seen.push([received, total]));

    expect(reply).toMatchObject({ kind: 'body', validators: { etag: '"a"', lastModified: OLD } });
    expect(reply.kind === 'body' && Buffer.from(reply.body).equals(BODY)).toBe(true);
    expect(seen.at(-1)).toEqual([BODY.length, BODY.length]);
  });

  it('unpacks a compressed reply', async () => {
    const packed = gzipSync(BODY);
    server.answer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed),
    );

    const reply = await fetchOnce();

    expect(reply.kind === 'body' && Buffer.from(reply.body).equals(BODY)).toBe(true);
  });

  it('sends the validators it knows and keeps them when a 304 repeats none', async () => {
    server.answer((_request, response) => response.writeHead(304).end());
    const known = { url: server.url, etag: 'W/"a"', lastModified: OLD };

    const reply = await upstream().fetch(server.url, known);

    expect(reply).toEqual({ kind: 'unchanged', validators: known });
    expect(server.requests[0]!.headers).toMatchObject({
      'if-none-match': 'W/"a"',
      'if-modified-since': OLD,
    });
  });

  it('does not send the validators of another address', async () => {
    server.answer((_request, response) => response.end(BODY));

    await upstream().fetch(server.url, { url: 'https://elsewhere.test/', etag: '"a"', lastModified: OLD });

    expect(server.requests[0]!.headers).not.toHaveProperty('if-none-match');
    expect(server.requests[0]!.headers).not.toHaveProperty('if-modified-since');
  });

  it('does not rely on a date of the very second of the reply', async () => {
    const now = new Date().toUTCString();
    server.answer((_request, response) => response.writeHead(200, { 'last-modified': now, date: now }).end(BODY));

    expect((await fetchOnce()).validators.lastModified).toBeNull();
  });

  it.each<[string, Parameters<FeedServer['answer']>[0], RegExp]>([
    [
      'an HTML page',
      (_q, r) => r.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>'),
      /HTML page/,
    ],
    ['nothing', (_q, r) => r.writeHead(200).end(), /nothing/],
    ['a missing document', (_q, r) => r.writeHead(404).end(), /answered 404/],
    [
      'a reply announced too large',
      (_q, r) => r.writeHead(200, { 'content-length': 100_001 }).end(Buffer.alloc(100_001)),
      /larger than 100000/,
    ],
    ['a reply that grows too large', (_q, r) => void r.writeHead(200).end(Buffer.alloc(200_000)), /larger than 100000/],
    [
      'a compressed reply that unpacks too large',
      (_q, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000))),
      /larger than 100000/,
    ],
    ['an unknown encoding', (_q, r) => r.writeHead(200, { 'content-encoding': 'br' }).end('x'), /encoding/],
    [
      'another host',
      (_q, r) => r.writeHead(302, { location: 'http://localhost:1/x' }).end(),
      /redirects to another host/,
    ],
    [
      'another scheme',
      (_q, r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /redirects to another host/,
    ],
    ['itself for ever', (q, r) => r.writeHead(302, { location: q.url! }).end(), /more than 3 times/],
  ])('refuses %s at once', async (_what, answer, message) => {
    server.answer(answer);

    await expect(fetchOnce()).rejects.toThrow(UpstreamError);
    await expect(fetchOnce()).rejects.toThrow(message);

    expect(slept).toEqual([]);
  });

  it('follows a redirect within the host', async () => {
    server.answer((request, response) =>
      request.url === '/other' ? response.end(BODY) : response.writeHead(301, { location: '/other' }).end(),
    );

    expect((await fetchOnce()).kind).toBe('body');
  });

  it.each<[string, Parameters<FeedServer['answer']>[0]]>([
    ['a server error', (_q, r) => r.writeHead(503).end()],
    ['a reply cut off', (_q, r) => void r.writeHead(200, { 'content-length': 5_000 }).write('half', () => r.destroy())],
    [
      'a broken compressed stream',
      (_q, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(BODY).subarray(0, 20)),
    ],
    ['a closed connection', (q) => void q.socket.destroy()],
  ])('tries five times on %s, then gives up until the next refresh', async (_what, answer) => {
    server.answer(answer);

    await expect(fetchOnce()).rejects.toThrow(UpstreamError);

    expect(server.requests).toHaveLength(5);
    expect(slept).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('gives up a reply that takes too long', async () => {
    server.answer((_request, response) => void response.writeHead(200).write('x'));

    await expect(fetchOnce({ timeoutMs: 30 })).rejects.toThrow(/too long/);
  });

  it('succeeds on a later try, after the pause it was asked for', async () => {
    server.answer((_request, response) => {
      if (server.requests.length < 3) response.writeHead(429, { 'retry-after': '7' }).end();
      else response.end(BODY);
    });

    expect((await fetchOnce()).kind).toBe('body');

    expect(slept).toEqual([7_000, 7_000]);
  });

  it('leaves upstream alone when it asks for a long pause', async () => {
    server.answer((_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end());

    await expect(fetchOnce()).rejects.toThrow(/answered 503/);

    expect(server.requests).toHaveLength(1);
  });
});

describe('retries', () => {
  it('wait a random share of a doubling time, up to the longest', async () => {
    const waits: number[] = [];
    const deps = { random: () => 0.999, sleep: async (ms: number) => void waits.push(Math.round(ms)) };
    const plan = { tries: 9, firstWaitMs: 1_000, waitMaxMs: 60_000, retryAfterMaxMs: 0 };

    await expect(
      withRetries(plan, deps, () => {
        throw new TransientError('x');
      }),
    ).rejects.toThrow('x');

    expect(waits).toEqual([999, 1_998, 3_996, 7_992, 15_984, 31_968, 59_940, 59_940]);
  });

  it('read Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-11-20T06:00:00Z');

    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs('Fri, 20 Nov 2026 06:01:00 GMT', now)).toBe(60_000);
    expect(retryAfterMs('Fri, 20 Nov 2026 05:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBeNull();
    expect(retryAfterMs(undefined, now)).toBeNull();
  });
});
