import type { ErrorCode } from '@stackcheck/contract';
import { kevStarter } from '@stackcheck/datasets/kev';
import request from 'supertest';
import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { expectError } from '../../testing/expect-error';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { kevCheck } from './check.route';

const TARGET = '/v1/kev/check';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const buy = (body: unknown) => api.paid('service_kev_check', TARGET, body);

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

async function answerTo(cves: readonly string[]): Promise<Answer> {
  const { status, body } = await buy({ cves });
  const answer = body as Answer;
  expect({ status, answer }).toMatchObject({ status: 200 });
  const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));
  expect(faultOf(kevCheck.output.schema, answer)).toBeUndefined();
  return answer;
}

describe('a batch of CVEs', () => {
  it('costs half a cent', async () => {
    const { body: offer } = await request(api.url).post(TARGET);

    expect((offer as { accepts: object[] }).accepts).toMatchObject([{ maxAmountRequired: '5000' }]);
  });

  it('is answered in its order, from a named catalogue, under the signature of the dataset', async () => {
    const { data, meta } = await answerTo([' cve-2021-44228', 'CVE-2023-45857', 'CVE-2014-0160']);

    expect(data).toMatchObject({
      count: 3,
      listed: 2,
      unlisted_count: 1,
      overdue: 2,
      ransomware: 1,
      catalog_version: 'starter-1',
      results: [
        {
          index: 0,
          cve: ' cve-2021-44228',
          resolved: 'CVE-2021-44228',
          listed: true,
          entry: { vendor: 'Apache', due_date: '2021-12-24', days_until_due: -1792, overdue: true, ransomware: true },
        },
        { index: 1, cve: 'CVE-2023-45857', resolved: 'CVE-2023-45857', listed: false },
        { index: 2, listed: true, entry: { vendor: 'OpenSSL', ransomware: false } },
      ],
      unlisted: [{ index: 1 }],
    });
    expect(meta).toMatchObject({
      dataset: 'kev',
      licence: 'CC0-1.0',
      attribution: expect.stringContaining('CISA Known Exploited Vulnerabilities Catalog') as string,
      manifest_url: '/v1/kev/manifest',
      stale: false,
      starter: false,
      notice: expect.stringContaining('A vulnerability that is not listed may be exploited all the same') as string,
    });
    const { data: free } = (await request(api.url).get('/v1/kev/manifest')).body as Answer;
    expect(free['manifest']).toMatchObject({ snapshot_id: meta['snapshot_id'], signature: meta['signature'] });
  });

  it('joins the probability of exploitation to each entry, from named scores', async () => {
    const { data, meta } = await answerTo([' cve-2021-44228', 'CVE-2023-45857', 'CVE-2026-99999']);

    expect(data['results']).toMatchObject([
      { listed: true, epss: { cve: 'CVE-2021-44228', score: 0.94, percentile: 0.99, as_of: '2026-11-20' } },
      { listed: false, epss: { cve: 'CVE-2023-45857', score: 0.003 } },
      { listed: false, epss: null },
    ]);
    expect(data).toMatchObject({ unlisted: [{ epss: { score: 0.003 } }, { epss: null }], epss_complete: true });
    expect(Object.keys(data).slice(-2)).toEqual(['epss_complete', 'epss_snapshot_id']);
    const { data: free } = (await request(api.url).get('/v1/epss/manifest')).body as Answer;
    const { signature } = free['manifest'] as Answer['data'];
    const joined = { dataset: 'epss', snapshot_id: data['epss_snapshot_id'], signature };
    expect([Object.keys(meta).at(-1), meta['joined']]).toMatchObject(['joined', { epss: joined }]);
  });

  it('says of each id that is not listed whether advisories know it, from a named snapshot', async () => {
    const { data, meta } = await answerTo(['CVE-2022-42889', 'CVE-2021-44228', 'CVE-2026-99999']);

    const [known, listed, unheardOf] = data['results'] as readonly object[];
    expect(known).toMatchObject({
      listed: false,
      known_to_advisories: true,
      advisories: [{ id: 'GHSA-599f-7c49-w659', severity: 'critical', withdrawn: null }],
    });
    expect(unheardOf).toMatchObject({ listed: false, known_to_advisories: false, advisories: [] });
    expect(listed).not.toHaveProperty('known_to_advisories');
    expect(data['unlisted']).toEqual([known, unheardOf]);
    expect(data).toMatchObject({ osv_complete: true, osv_note: null });
    const { data: free } = (await request(api.url).get('/v1/osv/manifest')).body as Answer;
    const { signature } = free['manifest'] as Answer['data'];
    const joined = { dataset: 'osv', snapshot_id: data['osv_snapshot_id'], signature };
    expect(meta['joined']).toMatchObject({ epss: {}, osv: joined });
  });

  it('says in which order to act, each id once', async () => {
    const { data } = await answerTo([
      'CVE-2026-99999',
      'CVE-2023-45857',
      'CVE-2014-0160',
      'CVE-2021-44228',
      'cve-2014-0160',
    ]);

    expect(data['priority']).toEqual([
      { cve: 'CVE-2021-44228', listed: true, why: 'ransomware', days: -1792, epss_score: 0.94 },
      { cve: 'CVE-2014-0160', listed: true, why: 'overdue', days: -1640, epss_score: 0.94 },
      { cve: 'CVE-2023-45857', listed: false, why: 'epss', days: null, epss_score: 0.003 },
    ]);
  });

  it('is answered, and paid for, when none is listed', async () => {
    const settled = api.facilitator.settleRequests.length;

    const { data } = await answerTo(['CVE-2023-45857', 'CVE-2024-3094']);

    expect(data).toMatchObject({ count: 2, listed: 0, unlisted_count: 2, overdue: 0, ransomware: 0 });
    expect(api.facilitator.settleRequests).toHaveLength(settled + 1);
  });

  it('may hold a hundred ids', async () => {
    const listed = kevStarter().snapshot.entries.map(({ cve }) => cve);
    const cves = Array.from({ length: 100 }, (_, index) => listed[index % listed.length]!);

    expect((await answerTo(cves)).data).toMatchObject({ count: 100, listed: 100 });
  });
});

describe('a batch that cannot be answered is not charged', () => {
  const good = 'CVE-2021-44228';

  it.each<[string, unknown, ErrorCode, RegExp]>([
    ['a misspelt id', { cves: [good, good, good, 'CVE-2021-4422O'] }, 'bad_request', /^cves\[3\] must be CVE-<year>/],
    ['a bare number', { cves: ['2021-44228'] }, 'bad_request', /^cves\[0\] must be CVE-<year>/],
    ['an id of another database', { cves: [good, 'GHSA-jfh8-c2jp-5v3q'] }, 'bad_request', /^cves\[1\] must be CVE/],
    ['a year that never was', { cves: ['CVE-2201-44228'] }, 'bad_request', /^cves\[0\] has the year 2201/],
    ['a superfluous zero', { cves: ['CVE-2021-044228'] }, 'bad_request', /^cves\[0\] has a zero/],
    ['an id of three digits', { cves: ['CVE-2021-442'] }, 'bad_request', /^cves\[0\] has 3 digits/],
    ['an empty id', { cves: [good, ''] }, 'bad_request', /^cves\[1\] must be 9 to 24 characters/],
    ['an endless id', { cves: ['CVE-2021-1234567890123456'] }, 'bad_request', /^cves\[0\] must be 9 to 24 characters/],
    ['a number for an id', { cves: [good, 44228] }, 'bad_request', /^cves\[1\] must be a string/],
    ['null for an id', { cves: [null] }, 'bad_request', /^cves\[0\] must be a string/],
    ['a list for an id', { cves: [[good]] }, 'bad_request', /^cves\[0\] must be a string/],
    ['an object for an id', { cves: [{ cve: good }] }, 'bad_request', /^cves\[0\] must be a string/],
    ['no ids', { cves: [] }, 'bad_request', /^cves must hold at least one/],
    ['ids in one text', { cves: `${good},${good}` }, 'bad_request', /^cves must be an array of CVE ids/],
    ['nothing', {}, 'bad_request', /^cves is missing; it must be an array of CVE ids/],
    ['another member', { cves: [good], items: [] }, 'bad_request', /"items" is not known/],
    ['101 ids', { cves: Array(101).fill(good) }, 'too_many_items', /^cves holds 101 entries; at most 100/],
    ['101 ids of which some are none', { cves: Array(101).fill('x') }, 'too_many_items', /101/],
  ])('for %s', async (_what, body, code, message) => {
    const settled = api.facilitator.settleRequests.length;

    const response = await buy(body);

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });
});

describe('the free check of an id', () => {
  it.each([
    ['CVE-2021-44228', true, 'CVE-2021-44228', null, []],
    [' cve-2021-44228 ', true, 'CVE-2021-44228', null, []],
    ['CVE-2024-3094', true, 'CVE-2024-3094', null, []],
    ['CVE-2099-9999', true, 'CVE-2099-9999', null, []],
    ['CVE-2021-044228', false, null, 'malformed', ['CVE-2021-44228']],
    ['CVE 2021 44228', false, null, 'malformed', ['CVE-2021-44228']],
    ['log4shell', false, null, 'malformed', []],
    ['CVE-2021-1234567890123456', false, null, 'malformed', []],
  ])('of %j is about its form alone', async (id, valid, canonical, reason, suggestions) => {
    await request(api.url)
      .get('/v1/validate')
      .query({ dataset: 'kev', id })
      .expect(200, { data: { dataset: 'kev', id, valid, canonical, reason, suggestions } });
  });

  it('says the same of listed and unlisted ids', async () => {
    const said = async (id: string): Promise<string> =>
      (await request(api.url).get('/v1/validate').query({ dataset: 'kev', id })).text.replaceAll(id, 'ID');

    expect(await said('CVE-2021-44228')).toBe(await said('CVE-2021-44229'));
  });
});
