import request from 'supertest';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const TARGETS = ['/p/nodejs', '/badge/nodejs/24.svg', '/p/nodejs.atom', '/ending.json', '/image', '/'];

/** Headers without those that every answer has of its own. */
function steady(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return rest;
}

async function get(target: string, headers: Record<string, string> = {}) {
  const answer = await request(api.url)
    .get(target)
    .set({ 'Accept-Encoding': 'identity', ...headers })
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: string) => chunks.push(Buffer.from(chunk, 'binary')));
      response.on('end', () => done(null, Buffer.concat(chunks).toString()));
    });
  return { status: answer.status, headers: answer.headers as Record<string, string>, body: String(answer.body) };
}

test.each(TARGETS)('%s is the same when it is asked for again, but for its id', async (target) => {
  const answers = [await get(target), await get(target), await get(target)];

  for (const { status, headers, body } of answers) {
    expect(status).toBe(200);
    expect(steady(headers)).toEqual(steady(answers[0]!.headers));
    expect(body === answers[0]!.body).toBe(true);
  }
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
});

test('each target and each coding has its own bytes', async () => {
  const bodies = new Map<string, string>();
  for (const round of [1, 2])
    for (const target of TARGETS)
      for (const coding of ['identity', 'gzip', 'br']) {
        const { body, headers } = await get(target, { 'Accept-Encoding': coding });
        const name = `${target} ${coding}`;
        if (round === 1) bodies.set(name, headers['etag']! + body.length);
        expect([name, headers['etag']! + body.length]).toEqual([name, bodies.get(name)]);
      }

  expect(new Set(bodies.values()).size).toBeGreaterThan(2 * TARGETS.length);
});

test('a conditional request, a HEAD, a browser and a version that is asked for get what they got before', async () => {
  const { headers, body } = await get('/p/nodejs');
  const head = await request(api.url).head('/p/nodejs').set('Accept-Encoding', 'identity');
  const navigated = await get('/p/nodejs', { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' });

  expect((await get('/p/nodejs', { 'If-None-Match': headers['etag']! })).status).toBe(304);
  expect([head.status, head.headers['etag']]).toEqual([200, headers['etag']]);
  expect(navigated.body === body).toBe(true);
  expect((await get('/p/nodejs?version=18')).body === body).toBe(false);
  expect((await get('/p/nodejs', { 'X-Request-Id': 'id-of-the-caller' })).headers['x-request-id']).toBe(
    'id-of-the-caller',
  );
});

test('another day and another snapshot show at once', async () => {
  const other = await startStarterApi({ whole: true });
  const page = async () => (await fetch(`${other.url}/p/nodejs`)).text();
  const today = await page();
  expect((await page()) === today).toBe(true);
  other.clock.advance(86_400_000);
  const tomorrow = await page();
  await other.close();

  expect(today.includes('datetime="2026-11-20"') || today.includes('2026-11-20')).toBe(true);
  expect(tomorrow === today).toBe(false);
});
