import ICAL from 'ical.js';
import request from 'supertest';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const get = (target: string) => request(api.url).get(target).set('Accept-Encoding', 'identity');
const textOf = async (target: string): Promise<string> => (await get(target)).text;

describe.each([
  ['/badge/nodejs/24.svg', 'image/svg+xml'],
  ['/badge/nodejs/24.json', 'application/json; charset=utf-8'],
  ['/p/nodejs.ics', 'text/calendar; charset=utf-8'],
  ['/calendar.ics?products=nodejs,python', 'text/calendar; charset=utf-8'],
  ['/p/nodejs.atom', 'application/atom+xml; charset=utf-8'],
  ['/changes.atom', 'application/atom+xml; charset=utf-8'],
  ['/ending.json', 'application/feed+json; charset=utf-8'],
])('%s', (target, type) => {
  test('has its type and a strong tag, may be kept for an hour, and answers 304 to its tag', async () => {
    const { headers } = await get(target)
      .expect(200)
      .expect('Content-Type', type)
      .expect('Cache-Control', 'public, max-age=3600')
      .expect('Access-Control-Allow-Origin', '*')
      .expect('ETag', /^"[0-9a-f]{32}"$/);

    await get(target).set('If-None-Match', headers['etag']!).expect(304);
  });
});

describe('badges', () => {
  test.each([
    ['/badge/nodejs/24.json', 'Node.js 24', /^(supported|security fixes only), until \d{4}-\d\d-\d\d$/],
    ['/badge/node/18.20.4.json', 'Node.js 18', /^end of life since 2025-04-30$/],
  ])('%s is of the cycle that is meant, whatever it is called', async (target, label, message) => {
    const badge = (await get(target)).body as { label: string; message: string };

    expect(badge.label).toBe(label);
    expect(badge.message).toMatch(message);
  });

  test('of an unknown cycle are refused with its closest cycles, and an SVG of its own runs nothing', async () => {
    const { body } = await get('/badge/nodejs/240.svg').expect(404);

    expect(body).toMatchObject({ error: { code: 'unknown_id' } });
    await get('/badge/nodejs/24.svg').expect('Content-Security-Policy', "default-src 'none'; sandbox");
  });

  test('say another status when the day has come, without another snapshot', async () => {
    const other = await startStarterApi({ whole: true });
    const badge = () => request(other.url).get('/badge/nodejs/24.json');
    const { headers: before } = await badge();
    // Past all ends of the selection; nothing is sold of data this old, and free pages still answer.
    other.clock.advance(10 * 365 * 86_400_000);
    const later = await badge();
    await other.close();

    expect((later.body as { message: string }).message).toMatch(/^end of life since /);
    expect(later.headers['etag']).not.toBe(before['etag']);
  });
});

describe('calendars', () => {
  const eventsOf = async (target: string) =>
    new ICAL.Component(ICAL.parse(await textOf(target)) as never)
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component));

  test('have the ends of all release cycles, each leading to its page', async () => {
    const events = await eventsOf('/p/nodejs.ics');

    expect(events.map(({ uid, startDate }) => [uid, startDate.toString()])).toContainEqual([
      'nodejs/18/end@stackcheck',
      '2025-04-30',
    ]);
    for (const { component } of events)
      expect(component.getFirstPropertyValue('url')).toBe(`${TEST_BASE_URL}/p/nodejs`);
  });

  test('of a list have those of each product once, however it is called', async () => {
    const [node, python, both] = await Promise.all(
      ['/p/nodejs.ics', '/p/python.ics', '/calendar.ics?products=nodejs,%20python,,Node'].map(eventsOf),
    );

    expect(both!.map(({ uid }) => uid).sort()).toEqual([...node!, ...python!].map(({ uid }) => uid).sort());
  });

  test.each([
    ['/calendar.ics', 400, 'bad_request'],
    ['/calendar.ics?products=,', 400, 'bad_request'],
    ['/calendar.ics?products=no-such-thing', 404, 'unknown_id'],
    [`/calendar.ics?products=${'nodejs,'.repeat(21)}`, 413, 'too_many_items'],
  ])('%s is %i %s', async (target, status, code) => {
    const { body } = await get(target).expect(status);

    expect(body).toMatchObject({ error: { code } });
  });
});

describe('feeds', () => {
  test('date each fact by its own day, and never before it happened', async () => {
    const entries = (await textOf('/p/nodejs.atom')).split('<entry>').slice(1);
    const days = entries.map((entry) => /<updated>(.{10})T00:00:00Z</.exec(entry)?.[1] ?? '');

    expect(entries.length).toBeGreaterThan(5);
    expect(days).toEqual([...days].sort().reverse());
    expect(days[0]! <= '2026-11-20').toBe(true);
    expect(entries.join('')).toMatch(
      /<id>tag:127\.0\.0\.1,2026:nodejs\/18\/ended<\/id>\n<title>Node\.js 18 reached its end of life<\/title>\n<updated>2025-04-30/,
    );
  });

  test('name each fact once', async () => {
    for (const target of ['/p/nodejs.atom', '/changes.atom']) {
      const ids = [...(await textOf(target)).matchAll(/<id>([^<]*)</g)].map(([, id]) => id);

      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('of what ends soon holds the next 90 days alone', async () => {
    const { items } = (await get('/ending.json')).body as {
      items: { _stackcheck: { days: number; ends: string } }[];
    };
    const days = items.map(({ _stackcheck }) => _stackcheck.days);

    expect(days).toEqual([...days].sort((a, b) => a - b));
    for (const each of days) expect(each >= 0 && each <= 90).toBe(true);
  });
});
