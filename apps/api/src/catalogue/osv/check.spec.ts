import type { ErrorCode } from '@stackcheck/contract';
import { PURL_TYPES } from '@stackcheck/osv-core';
import request from 'supertest';
import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { expectError } from '../../testing/expect-error';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { osvCheck } from './check.route';

const TARGET = '/v1/osv/check';
const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const buy = (body: unknown) => api.paid('service_osv_check', TARGET, body);

interface Answer {
  readonly data: Readonly<Record<string, unknown>> & { readonly results: readonly Readonly<Record<string, unknown>>[] };
  readonly meta: Readonly<Record<string, unknown>>;
}

async function answerTo(body: object): Promise<Answer> {
  const { status, body: sent } = await buy(body);
  const answer = sent as Answer;
  expect({ status, answer }).toMatchObject({ status: 200 });
  const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));
  expect(faultOf(osvCheck.output.schema, answer)).toBeUndefined();
  return answer;
}

describe('a batch of purls', () => {
  it('costs two cents', async () => {
    const { body: offer } = await request(api.url).post(TARGET);

    expect((offer as { accepts: object[] }).accepts).toMatchObject([{ maxAmountRequired: '20000' }]);
  });

  it('is answered in its order, with fixes, the lowest safe version and known exploitation', async () => {
    const { data, meta } = await answerTo({
      purls: [LOG4J, 'no purl', 'pkg:npm/lodash@4.17.21', 'pkg:cargo/rustdecimal@1.0.0'],
    });

    expect(data).toMatchObject({ count: 4, vulnerable: 2, clean: 1, unlisted: 0, malware: 1, unresolved_count: 1 });
    expect(data.results).toMatchObject([
      {
        index: 0,
        purl: LOG4J,
        resolved: LOG4J,
        ecosystem: 'Maven',
        name: 'org.apache.logging.log4j:log4j-core',
        checked: true,
        vulnerable: true,
        severity: 'critical',
        minimum_safe: '2.16.0',
        vulnerabilities: [
          {
            id: 'GHSA-jfh8-c2jp-5v3q',
            ids: ['CVE-2021-44228', 'GHSA-jfh8-c2jp-5v3q'],
            kind: 'vulnerability',
            score: 10,
            fixed: '2.15.0',
            source: 'GHSA',
            kev: { cve: 'CVE-2021-44228', due_date: '2021-12-24', overdue: true },
          },
          { id: 'GHSA-7rjr-3q55-vv33', kev: { cve: 'CVE-2021-45046' } },
        ],
      },
      { index: 1, purl: 'no purl', checked: false, reason: 'invalid_purl' },
      { index: 2, checked: true, vulnerable: false, known_package: true, vulnerabilities: [] },
      { index: 3, malware: true, minimum_safe: null, vulnerabilities: [{ id: 'MAL-2022-1', kind: 'malware' }] },
    ]);
    expect(data['kev_complete']).toBe(true);
    expect(data['kev_snapshot_id']).toMatch(/^kev-/);
    expect(meta).toMatchObject({ dataset: 'osv', stale: false, manifest_url: '/v1/osv/manifest' });
    const { data: free } = (await request(api.url).get('/v1/osv/manifest')).body as Answer;
    expect(free['manifest']).toMatchObject({ snapshot_id: meta['snapshot_id'], signature: meta['signature'] });
  });

  it('joins the probability of exploitation to each vulnerability, from named scores', async () => {
    const { data, meta } = await answerTo({ purls: [LOG4J, 'pkg:cargo/rustdecimal@1.0.0'] });

    expect(data.results).toMatchObject([
      {
        vulnerabilities: [
          { epss: { cve: 'CVE-2021-44228', score: 0.94, percentile: 0.99, as_of: '2026-11-20' } },
          { epss: { cve: 'CVE-2021-45046', score: 0.94 } },
        ],
      },
      { vulnerabilities: [{ id: 'MAL-2022-1', epss: null }] },
    ]);
    expect(Object.keys(data).slice(-4)).toEqual([
      ...['epss_complete', 'epss_snapshot_id'],
      ...['eol_complete', 'eol_snapshot_id'],
    ]);
    expect(data['epss_complete']).toBe(true);
    expect(meta['joined']).toMatchObject({ epss: { dataset: 'epss', snapshot_id: data['epss_snapshot_id'] } });
  });

  it('joins its release cycle to a package that is a product, from a named snapshot', async () => {
    const { data, meta } = await answerTo({
      purls: ['pkg:pypi/django@3.2.25', 'pkg:generic/node@18.0.0', 'pkg:npm/left-pad@1.3.0', 'no purl'],
    });

    expect(data.results).toMatchObject([
      {
        lifecycle: {
          ...{ product: 'django', label: 'Django', cycle: '3.2', status: 'eol', eol: '2024-04-01' },
          upgrade: { nearest: { status: expect.stringMatching(/^(supported|security-only)$/) as string } },
        },
      },
      { lifecycle: { status: 'unknown', reason: 'ambiguous_identifier', products: ['nodejs'] } },
      { lifecycle: null },
      { checked: false, lifecycle: null },
    ]);
    expect(data.results[2]).not.toHaveProperty('lifecycle_reason');
    expect(data['eol_complete']).toBe(true);
    expect(meta['joined']).toMatchObject({ eol: { dataset: 'eol', snapshot_id: data['eol_snapshot_id'] } });
  });

  it('does not call a mistyped package clean, and says which listed name may have been meant', async () => {
    const { data } = await answerTo({ purls: ['pkg:npm/lodahs@1.0.0', 'pkg:npm/left-pad@1.3.0', LOG4J] });

    expect(data).toMatchObject({ count: 3, vulnerable: 1, clean: 0, unlisted: 2, unresolved_count: 0 });
    expect(data.results).toMatchObject([
      { checked: true, known_package: false, similar: ['lodash'], minimum_safe: null, vulnerable: false },
      { checked: true, known_package: false, similar: [], minimum_safe: null },
      { known_package: true, similar: [] },
    ]);
  });

  it('leaves out what is rated below, and says how much that is', async () => {
    const { data } = await answerTo({ purls: ['pkg:npm/lodash@4.17.20'], min_severity: 'high' });

    expect(data.results).toMatchObject([
      { vulnerability_count: 1, below_min_severity: 1, vulnerabilities: [{ severity: 'high' }] },
    ]);
  });

  it('may hold fifty purls', async () => {
    const { data } = await answerTo({ purls: Array(50).fill(LOG4J), include_withdrawn: true });

    expect(data).toMatchObject({ count: 50, vulnerable: 50 });
  });
});

describe('a batch that cannot be answered is not charged', () => {
  it.each<[string, unknown, ErrorCode, RegExp]>([
    [
      'no readable purl',
      { purls: ['x', 'pkg:npm/a'] },
      'bad_request',
      /purls\[0\] is no package URL such as \S+ \(invalid_purl\), purls\[1\] names no version \(no_version\)/,
    ],
    ['many unreadable purls', { purls: Array(9).fill('x') }, 'bad_request', /and 4 more/],
    ['a number for a purl', { purls: [LOG4J, 7] }, 'bad_request', /^purls\[1\] must be a string/],
    ['null for a purl', { purls: [null] }, 'bad_request', /^purls\[0\] must be a string/],
    ['no purls', { purls: [] }, 'bad_request', /^purls must hold at least one/],
    ['purls in one text', { purls: LOG4J }, 'bad_request', /^purls must be an array of package URLs/],
    ['nothing', {}, 'bad_request', /^purls is missing; it must be an array of package URLs/],
    ['another member', { purls: [LOG4J], items: [] }, 'bad_request', /"items" is not known/],
    [
      'a level that is none',
      { purls: [LOG4J], min_severity: 'terrible' },
      'bad_request',
      /^min_severity must be one of/,
    ],
    ['a word for a flag', { purls: [LOG4J], include_withdrawn: 'yes' }, 'bad_request', /^include_withdrawn must be/],
    ['51 purls', { purls: Array(51).fill(LOG4J) }, 'too_many_items', /^purls holds 51 entries; at most 50/],
  ])('for %s', async (_what, body, code, message) => {
    const settled = api.facilitator.settleRequests.length;

    const response = await buy(body);

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });
});

describe('the free check of a purl', () => {
  const VALID = { valid: true, reason: null, suggestions: [] };

  it.each([
    [LOG4J, { ...VALID, canonical: LOG4J, ecosystem: 'Maven', listed: true, similar: [] }],
    [
      'PKG:NPM/Lodash@4.17.20',
      { ...VALID, canonical: 'pkg:npm/lodash@4.17.20', ecosystem: 'npm', listed: true, similar: [] },
    ],
    [
      'pkg:npm/lodahs@1.0.0',
      { ...VALID, canonical: 'pkg:npm/lodahs@1.0.0', ecosystem: 'npm', listed: false, similar: ['lodash'] },
    ],
    [
      'pkg:npm/left-pad@1.3.0',
      { ...VALID, canonical: 'pkg:npm/left-pad@1.3.0', ecosystem: 'npm', listed: false, similar: [] },
    ],
    ['lodash', { valid: false, canonical: null, reason: 'invalid_purl', suggestions: [] }],
    ['pkg:npm/lodash', { valid: false, canonical: null, reason: 'no_version', suggestions: [] }],
    [
      'pkg:docker/nginx@1',
      { valid: false, canonical: null, reason: 'unsupported_type', suggestions: [], supported_types: PURL_TYPES },
    ],
  ])('of %j is about its form, and whether it is listed', async (id, said) => {
    await request(api.url)
      .get('/v1/validate')
      .query({ dataset: 'osv', id })
      .expect(200, { data: { dataset: 'osv', id, ...said } });
  });
});
