import type { ErrorCode } from '@stackcheck/contract';
import request from 'supertest';
import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { expectError } from '../../testing/expect-error';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { epssCheck } from './check.route';

const TARGET = '/v1/epss/check';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const buy = (body: unknown) => api.paid('service_epss_check', TARGET, body);

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

async function answerTo(body: object): Promise<Answer> {
  const { status, body: sent } = await buy(body);
  const answer = sent as Answer;
  expect({ status, answer }).toMatchObject({ status: 200 });
  const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));
  expect(faultOf(epssCheck.output.schema, answer)).toBeUndefined();
  return answer;
}

describe('a batch of scores', () => {
  it('costs half a cent', async () => {
    const { body: offer } = await request(api.url).post(TARGET);

    expect((offer as { accepts: object[] }).accepts).toMatchObject([{ maxAmountRequired: '5000' }]);
  });

  it('is answered in its order, of a named model and day, under the signature of the dataset', async () => {
    const { data, meta } = await answerTo({
      cves: [' cve-2021-44228', 'CVE-2026-99999', 'CVE-2021-23337'],
      epss_min: 0.01,
    });

    const unscored = { index: 1, cve: 'CVE-2026-99999', resolved: 'CVE-2026-99999', scored: false };
    expect(data).toEqual({
      count: 3,
      scored: 2,
      unscored_count: 1,
      unknown_count: 0,
      above: 2,
      highest: 0.94,
      complete: true,
      model_version: 'starter-1',
      as_of: '2026-11-20',
      results: [
        { index: 0, cve: ' cve-2021-44228', resolved: 'CVE-2021-44228', scored: true, score: 0.94, percentile: 0.99 },
        unscored,
        { index: 2, cve: 'CVE-2021-23337', resolved: 'CVE-2021-23337', scored: true, score: 0.01, percentile: 0.7 },
      ],
      unscored: [unscored],
      unknown: [],
    });
    expect(meta).toMatchObject({
      dataset: 'epss',
      attribution: 'EPSS data by FIRST, https://www.first.org/epss',
      manifest_url: '/v1/epss/manifest',
      starter: false,
    });
    const { data: free } = (await request(api.url).get('/v1/epss/manifest')).body as Answer;
    expect(free['manifest']).toMatchObject({ snapshot_id: meta['snapshot_id'], signature: meta['signature'] });
  });

  it('is answered, and paid for, when none is scored', async () => {
    const settled = api.facilitator.settleRequests.length;

    const { data } = await answerTo({ cves: ['CVE-2026-99999'] });

    expect(data).toMatchObject({ scored: 0, unscored_count: 1, above: null, highest: null });
    expect(api.facilitator.settleRequests).toHaveLength(settled + 1);
  });

  it('may hold a hundred ids', async () => {
    const cves = Array.from({ length: 100 }, (_, n) => (n % 2 ? 'CVE-2021-44228' : `CVE-2026-${90_000 + n}`));

    expect((await answerTo({ cves })).data).toMatchObject({ count: 100, scored: 50 });
  });
});

describe('a batch that cannot be answered is not charged', () => {
  const good = 'CVE-2021-44228';

  it.each<[string, unknown, ErrorCode, RegExp]>([
    ['a misspelt id', { cves: [good, 'CVE-2021-4422O'] }, 'bad_request', /^cves\[1\] must be CVE-<year>/],
    ['no ids', { cves: [] }, 'bad_request', /^cves must hold at least one/],
    ['a threshold above 1', { cves: [good], epss_min: 1.1 }, 'bad_request', /^epss_min must be at most 1/],
    ['a threshold below 0', { cves: [good], epss_min: -0.1 }, 'bad_request', /^epss_min must be 0 or more/],
    ['a threshold in words', { cves: [good], epss_min: '0.1' }, 'bad_request', /^epss_min must be/],
    ['another member', { cves: [good], min: 0.1 }, 'bad_request', /"min" is not known/],
    ['101 ids', { cves: Array(101).fill(good) }, 'too_many_items', /^cves holds 101 entries; at most 100/],
  ])('for %s', async (_what, body, code, message) => {
    const settled = api.facilitator.settleRequests.length;

    const response = await buy(body);

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });
});

describe('the free check of an id', () => {
  it.each([
    [' cve-2021-44228 ', true, 'CVE-2021-44228', null, []],
    ['CVE-2026-99999', true, 'CVE-2026-99999', null, []],
    ['CVE 2021 44228', false, null, 'malformed', ['CVE-2021-44228']],
  ])('of %j is about its form alone', async (id, valid, canonical, reason, suggestions) => {
    const { body } = await request(api.url).get('/v1/validate').query({ dataset: 'epss', id });

    expect(body).toEqual({ data: { dataset: 'epss', id, valid, canonical, reason, suggestions } });
  });
});
