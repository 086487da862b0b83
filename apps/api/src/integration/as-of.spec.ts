import 'reflect-metadata';
import { QUERIES } from '@stackcheck/queries';
import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { OfflineData } from '../testing/offline-data';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
let offline: OfflineData;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
  offline = await OfflineData.open(api);
});
afterAll(async () => {
  offline.close();
  await api.close();
});

/** A question in the form in which it is sent, with and without its day. */
interface Question {
  readonly query: string;
  readonly operation?: string;
  readonly input: object;
  send(day: string | null): request.Test;
}

const post = (operation: string, path: string, body: object) => api.paid(operation, path, body);

const get = (operation: string, path: string, day: string | null) => {
  const mark = path.includes('?') ? '&' : '?';
  return api.paid(operation, day === null ? path : `${path}${mark}as_of=${encodeURIComponent(day)}`);
};

const ITEMS = {
  items: [
    { product: 'nodejs', version: '24.1.0' },
    { product: 'python', version: '3.12' },
    { product: 'nodde', version: '1' },
  ],
};
const asOf = (day: string | null) => (day === null ? {} : { as_of: day });

const QUESTIONS: readonly Question[] = [
  {
    query: 'eol_product',
    input: { product: 'nodejs' },
    send: (day) => get('service_eol_product', '/v1/eol/nodejs', day),
  },
  {
    query: 'eol_cycle',
    input: { product: 'nodejs', cycle: '24' },
    send: (day) => get('service_eol_cycle', '/v1/eol/nodejs/24', day),
  },
  {
    query: 'eol_image',
    input: { image: 'node:24-bookworm' },
    send: (day) => get('service_eol_image', '/v1/eol/image?image=node:24-bookworm', day),
  },
  {
    query: 'eol_check',
    input: ITEMS,
    send: (day) => post('service_eol_check', '/v1/eol/check', { ...ITEMS, ...asOf(day) }),
  },
  {
    query: 'eol_check',
    operation: 'as one text',
    input: ITEMS,
    send: (day) => get('service_eol_check_get', '/v1/eol/check?items=nodejs@24.1.0,python@3.12,nodde@1', day),
  },
];

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: object;
}

const answerOf = async (sent: request.Test): Promise<Answer> => (await sent.expect(200)).body as Answer;

const answerOn = (id: string, input: object, today: string): object =>
  QUERIES.find((query) => query.id === id)!.answer(input, { ...offline.deps, today }) as object;

const TODAY = '2026-11-20';
const LATER = ['2026-11-21', '2027-06-15', '2028-04-30', '2028-05-01', '2036-11-20'];

describe.each(QUESTIONS.map((question) => [`${question.query} ${question.operation ?? ''}`, question] as const))(
  '%s',
  (_name, { query, input, send }) => {
    it.each(LATER)('is on %s what the same data say on that day, with the echo', async (day) => {
      const [{ data, meta }, today] = await Promise.all([answerOf(send(day)), answerOf(send(null))]);

      expect(data).toEqual({ ...answerOn(query, input, day), as_of: day });
      expect(meta).toEqual(today.meta);
    });

    it('is today what it is without a day, but for the echo', async () => {
      const { data } = await answerOf(send(null));

      expect((await answerOf(send(TODAY))).data).toEqual({ ...data, as_of: TODAY });
      expect(data).not.toHaveProperty('as_of');
    });

    it.each(['2026-11-19', '2036-11-21', '2027-02-30', 'June', ''])('refuses %j, free', async (day) => {
      const settled = api.facilitator.settleRequests.length;

      const { message } = await expectError(await send(day), 'bad_request');
      expect(message).toMatch(/^as_of must be a day from 2026-11-20 \(today\) to 2036-11-20, written YYYY-MM-DD; "/);
      expect(api.facilitator.settleRequests).toHaveLength(settled);
    });
  },
);

const OPERATIONS = [
  ['service_stack_check', '/v1/stack/check'],
  ['service_stack_watch', '/v1/stack/watch'],
] as const;

describe('a stack', () => {
  const STACK = {
    items: [{ product: 'python', version: '3.12' }],
    images: ['node:24-alpine'],
    cves: ['CVE-2021-44228'],
    packages: ['pkg:npm/lodash@4.17.20'],
  };
  const check = (policy?: object) => post('service_stack_check', '/v1/stack/check', { ...STACK, policy });

  it.each(LATER)('has on %s the items and images of that day, and the CVEs and packages of today', async (day) => {
    const { data, meta } = await answerOf(check({ as_of: day }));
    const now = await answerOf(check());
    const then = answerOn('stack_check', STACK, day) as Answer['data'];

    const { items, images, next_deadline } = then;
    const { cves, packages } = now.data;
    expect(data).toMatchObject({ as_of: day, items, images, next_deadline, cves, packages });
    expect(data['of_today']).toMatchObject({ date: TODAY, datasets: ['kev', 'osv'] });
    expect(meta).toEqual(now.meta);
  });

  it.each([
    ['items that are no packages', { items: STACK.items }, undefined],
    ['images', { images: STACK.images }, undefined],
    ['CVEs, of which advisories are asked, too', { cves: STACK.cves }, ['kev', 'osv']],
    ['packages', { packages: STACK.packages }, ['kev', 'osv']],
    ['an item that is a package', { items: [{ product: 'log4j', version: '2.14.1' }] }, ['kev', 'osv']],
  ] as const)('of %s names what of it is of today', async (_what, lists, datasets) => {
    for (const [operation, path] of OPERATIONS) {
      const { data, meta } = await answerOf(post(operation, path, { ...lists, policy: { as_of: LATER[0] } }));

      expect((data['of_today'] as { datasets: unknown } | undefined)?.datasets).toEqual(datasets);
      const named = Object.keys((meta as { datasets: object }).datasets);
      expect(named).toEqual(expect.arrayContaining([...(datasets ?? [])]));
    }
  });

  it('is today what it is without a day, but for the echo', async () => {
    const { data } = await answerOf(check({}));

    expect((await answerOf(check({ as_of: TODAY }))).data).toEqual({ ...data, as_of: TODAY });
  });

  it.each(['service_stack_check', 'service_stack_watch'])('%s refuses a bad day, free', async (operation) => {
    const settled = api.facilitator.settleRequests.length;
    const body = { ...STACK, policy: { as_of: '2027-02-30' } };

    const { message } = await expectError(
      await post(operation, operation.replace('service_stack_', '/v1/stack/'), body),
      'bad_request',
    );
    expect(message).toBe(
      'policy.as_of must be a day from 2026-11-20 (today) to 2036-11-20, written YYYY-MM-DD; "2027-02-30" is no such day',
    );
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });
});

describe('without a payment', () => {
  it('a bad day is refused by a dry run, and a good one is not', async () => {
    const dryRun = (day: string) =>
      request(api.url).get(`/v1/eol/nodejs/24?as_of=${day}`).set('Prefer', 'validate-only');

    await dryRun('2027-06-15').expect(204);
    expect((await expectError(await dryRun('2020-01-01'), 'bad_request')).message).toMatch(/"2020-01-01" has passed$/);
  });

  it('every day has its own offer', async () => {
    const { headers } = await request(api.url).get('/v1/eol/nodejs?as_of=2027-06-15').expect(402);

    const offer = JSON.parse(Buffer.from(headers['payment-required']!, 'base64').toString()) as object;
    expect(offer).toMatchObject({ resource: { url: expect.stringMatching(/\/v1\/eol\/nodejs\?as_of=2027-06-15$/) } });
  });
});
