import type { ErrorCode } from '@stackcheck/contract';
import request from 'supertest';
import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { expectError } from '../../testing/expect-error';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { stackCheck } from './check.route';

const TARGET = '/v1/stack/check';
const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';

const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));
let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const buy = (body: unknown) => api.paid('service_stack_check', TARGET, body);

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>> & {
    readonly datasets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

async function answerTo(body: unknown): Promise<Answer> {
  const { status, body: sent } = await buy(body);
  const answer = sent as Answer;
  expect({ status, answer }).toMatchObject({ status: 200 });
  expect(faultOf(stackCheck.output.schema, answer)).toBeUndefined();
  return answer;
}

describe('a check of a stack', () => {
  it('costs three cents', async () => {
    const { body: offer } = await request(api.url).post(TARGET);

    expect((offer as { accepts: object[] }).accepts).toMatchObject([{ maxAmountRequired: '30000' }]);
  });

  it('joins every family into one verdict, with the exploited CVE of a package', async () => {
    const { data } = await answerTo({
      items: [{ product: 'python', version: '3.8' }],
      images: ['node:24-bookworm-slim'],
      cves: ['cve-2021-44228'],
      packages: [LOG4J],
    });

    expect(data).toMatchObject({
      verdict: 'fail',
      summary: {
        items: { count: 2, matched: 2, eol: 2 },
        cves: { count: 1, listed: 1, overdue: 1 },
        packages: { count: 1, vulnerable: 1 },
      },
      items: {
        results: [
          { found: true, upgrade: { nearest: { status: expect.stringMatching(/supported|security/) as string } } },
        ],
      },
      images: { results: [{ index: 0, image: 'node:24-bookworm-slim', found: true }] },
      cves: {
        catalog_version: 'starter-1',
        results: [{ listed: true }],
        priority: [{ cve: 'CVE-2021-44228', why: 'ransomware' }],
      },
      packages: {
        results: [
          {
            checked: true,
            vulnerabilities: expect.arrayContaining([
              expect.objectContaining({ kev: expect.objectContaining({ cve: 'CVE-2021-44228' }) as object }),
            ]) as object[],
          },
        ],
      },
    });
    const reasons = (data['reasons'] as { level: string; code: string; ref: string; id: string }[]).map(
      ({ level, code, ref, id }) => `${level} ${code} ${ref} ${id}`,
    );
    expect(reasons).toEqual(
      expect.arrayContaining([
        'fail kev cves/0 CVE-2021-44228',
        'fail kev packages/0 CVE-2021-44228',
        'fail eol items/0 python@3.8',
      ]),
    );
  });

  it('names every snapshot that it is from, and no other', async () => {
    const all = (await answerTo({ images: ['node:24-bookworm-slim'], packages: [LOG4J] })).meta;
    const ofCve = (await answerTo({ cves: ['CVE-2023-45857'] })).meta;
    const one = (await answerTo({ images: ['debian:12'] })).meta;

    expect(Object.keys(all.datasets)).toEqual(['eol', 'kev', 'osv']);
    expect(all).toMatchObject({
      dataset: 'stack',
      snapshot_id: expect.stringMatching(/^stack-\d{8}T\d{6}Z-[0-9a-f]{8}$/) as string,
      stale: false,
      starter: false,
    });
    expect(all['as_of']).toBe(
      Object.values(all.datasets)
        .map((part) => part['as_of'])
        .sort()[0],
    );
    expect(all['signature']).toBe(
      Object.values(all.datasets)
        .map((part) => part['signature'])
        .join('.'),
    );
    // Advisories are asked about a CVE, too.
    expect(Object.keys(ofCve.datasets)).toEqual(['kev', 'osv']);
    expect(Object.keys(one.datasets)).toEqual(['eol']);
    const { data: free } = (await request(api.url).get('/v1/kev/manifest')).body as {
      data: { manifest: { signature: string } };
    };
    expect(ofCve.datasets['kev']!['signature']).toBe(free.manifest.signature);
  });

  it('judges by the policy that was sent', async () => {
    const items = [{ product: 'python', version: '3.8' }];

    expect((await answerTo({ items, policy: { fail_on: [] } })).data['verdict']).toBe('warn');
    expect((await answerTo({ items, policy: {} })).data['verdict']).toBe('fail');
  });

  it.each<[object, string, readonly string[]]>([
    [{}, 'warn', ['pkg:npm/lodahs@1.0.0']],
    [{ unlisted: 'ignore' }, 'pass', []],
    [{ unlisted: null }, 'warn', ['pkg:npm/lodahs@1.0.0']],
    [{ unlisted: 'warn' }, 'warn', ['pkg:npm/lodahs@1.0.0', 'pkg:npm/left-pad@1.3.0']],
    [{ unlisted: 'unknown' }, 'unknown', ['pkg:npm/lodahs@1.0.0', 'pkg:npm/left-pad@1.3.0']],
  ])('judges packages that no advisory names by %j: %s', async (policy, verdict, ids) => {
    const { data } = await answerTo({ packages: ['pkg:npm/lodahs@1.0.0', 'pkg:npm/left-pad@1.3.0'], policy });

    const reasons = data['reasons'] as { id: string; code: string }[];
    expect(data).toMatchObject({ verdict, summary: { packages: { count: 2, clean: 0, unlisted: 2, unresolved: 0 } } });
    expect(reasons.map(({ code, id }) => `${code} ${id}`)).toEqual(ids.map((id) => `unlisted_package ${id}`));
  });

  it('names the component in every reason, and what a mistyped package may have been meant to be', async () => {
    const { data } = await answerTo({ packages: [LOG4J, 'pkg:npm/lodahs@1.0.0'] });

    const texts = (data['reasons'] as { text: string }[]).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('log4j-core 2.14.1: ')).length).toBe(texts.length - 1);
    expect(texts).toContain(
      'lodahs 1.0.0: no advisory names this package, so nothing is known of it; check the spelling: lodash is listed',
    );
  });

  it('holds a stack against a threshold of scores, from a named snapshot, where it is asked to', async () => {
    const body = { cves: ['CVE-2023-45857'], packages: [LOG4J] };
    const asked = await answerTo({ ...body, policy: { epss_min: 0.5, fail_on: ['epss'] } });
    const plain = await answerTo({ ...body, policy: { fail_on: [] } });

    expect(asked.data).toMatchObject({
      verdict: 'fail',
      cves: { results: [{ epss: { score: 0.003 } }] },
      packages: { results: [{ vulnerabilities: [{ epss: { cve: 'CVE-2021-44228', score: 0.94 } }, {}] }] },
    });
    const [first] = asked.data['reasons'] as readonly object[];
    expect(first).toMatchObject({ level: 'fail', code: 'epss', ref: 'packages/0', id: 'CVE-2021-44228' });
    expect(Object.keys(asked.meta.datasets)).toEqual(['eol', 'kev', 'osv', 'epss']);
    expect([plain.data['verdict'], Object.keys(plain.meta.datasets)]).toEqual(['warn', ['eol', 'kev', 'osv']]);
    expect(JSON.stringify(plain)).not.toContain('epss');
  });

  it('is answered, and paid for, when nothing is listed', async () => {
    const settled = api.facilitator.settleRequests.length;

    const { data } = await answerTo({ cves: ['CVE-2023-45857'] });

    expect(data).toMatchObject({ verdict: 'pass', reasons: [], items: null, images: null, packages: null });
    expect(api.facilitator.settleRequests).toHaveLength(settled + 1);
  });

  it('may be as large as its limits', async () => {
    const items = Array.from({ length: 30 }, () => ({ product: 'python', version: '3.12' }));
    const images = Array.from({ length: 20 }, () => 'node:24-bookworm-slim');
    const cves = Array.from({ length: 100 }, (_, n) => `CVE-2020-${1000 + n}`);
    const packages = Array.from({ length: 50 }, () => LOG4J);

    expect((await answerTo({ items, images, cves, packages })).data).toMatchObject({
      summary: { items: { count: 50 }, cves: { count: 100 }, packages: { count: 50 } },
    });
  });
});

describe('a check that cannot be answered is not charged', () => {
  const item = { product: 'python', version: '3.12' };

  it.each<[string, unknown, ErrorCode, RegExp]>([
    [
      'scores that fail without a threshold',
      { cves: ['CVE-2021-44228'], policy: { fail_on: ['kev', 'epss'] } },
      'bad_request',
      /^policy\.fail_on names epss, which goes with policy\.epss_min only/,
    ],
    [
      'a threshold above 1',
      { cves: ['CVE-2021-44228'], policy: { epss_min: 1.1 } },
      'bad_request',
      /epss_min must be at most 1/,
    ],
    ['nothing', {}, 'bad_request', /^the body must hold at least one of items, images, cves, packages$/],
    ['empty lists', { items: [], cves: [] }, 'bad_request', /^the body must hold at least one/],
    ['51 items', { items: Array(51).fill(item) }, 'too_many_items', /^items holds 51 entries; at most 50/],
    ['51 images', { images: Array(51).fill('node:24') }, 'too_many_items', /^images holds 51 entries; at most 50/],
    [
      '51 items and images',
      { items: Array(30).fill(item), images: Array(21).fill('node:24') },
      'too_many_items',
      /^items and images of the body would hold 51/,
    ],
    ['101 CVEs', { cves: Array(101).fill('CVE-2021-44228') }, 'too_many_items', /^cves holds 101 entries; at most 100/],
    ['51 packages', { packages: Array(51).fill(LOG4J) }, 'too_many_items', /^packages holds 51 entries; at most 50/],
    [
      'a version that is a number',
      { items: [item, { product: 'python', version: 3.1 }] },
      'bad_request',
      /^items\[1\]\.version must be a string/,
    ],
    ['an item that is a text', { items: ['python'] }, 'bad_request', /^items must be an array of \{product, version\}/],
    ['a misspelt CVE', { cves: ['CVE-2021-44228', 'CVE-2021-4422O'] }, 'bad_request', /^cves\[1\] must be CVE/],
    ['an image that is a number', { images: ['node', 1] }, 'bad_request', /^images\[1\] must be a string/],
    ['an empty image', { images: [''] }, 'bad_request', /^images\[0\] must be 1 to 256/],
    ['a text that names no image', { images: ['node:24', 'no image!'] }, 'bad_request', /^images\[1\]: /],
    ['a package that is an object', { packages: [{ purl: LOG4J }] }, 'bad_request', /^packages\[0\] must be a string/],
    [
      'another member',
      { items: [item], urls: [] },
      'bad_request',
      /"urls" is not known; did you mean "purls"\? known here: policy, items, images, cves, packages$/,
    ],
    ['a policy that is a text', { items: [item], policy: 'strict' }, 'bad_request', /^policy must be an object/],
    [
      'days that are a text',
      { items: [item], policy: { eol_within_days: '90' } },
      'bad_request',
      /^policy\.eol_within_days must be a whole number/,
    ],
    [
      'days without end',
      { items: [item], policy: { eol_within_days: 3651 } },
      'bad_request',
      /^policy\.eol_within_days must be at most 3650/,
    ],
    [
      'an unknown severity',
      { items: [item], policy: { min_severity: 'worst' } },
      'bad_request',
      /^policy\.min_severity must be one of low/,
    ],
    [
      'an unknown failure',
      { items: [item], policy: { fail_on: ['eol', 'age'] } },
      'bad_request',
      /^policy\.fail_on must hold only/,
    ],
    [
      'a failure in one text',
      { items: [item], policy: { fail_on: 'eol' } },
      'bad_request',
      /^policy\.fail_on must be an array/,
    ],
    [
      'an unknown word about the unlisted',
      { items: [item], policy: { unlisted: 'fail' } },
      'bad_request',
      /^policy\.unlisted must be one of ignore, warn, unknown/,
    ],
    ['an unknown rule', { items: [item], policy: { strict: true } }, 'bad_request', /"policy\.strict" is not known/],
    [
      'nothing that is known',
      { items: [{ product: 'pythn', version: '3' }], packages: ['pkg:npm/x'] },
      'unknown_id',
      /^no entry of any list is known/,
    ],
  ])('for %s', async (_what, body, code, message) => {
    const settled = api.facilitator.settleRequests.length;

    const response = await buy(body);

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });

  it('suggests what a single item may have meant', async () => {
    const error = await expectError(await buy({ items: [{ product: 'pyton', version: '3.12' }] }), 'unknown_id');

    expect(error).toMatchObject({ suggestions: expect.arrayContaining(['python']) as string[] });
  });
});
