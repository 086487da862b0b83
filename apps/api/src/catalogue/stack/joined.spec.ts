import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { stackCheck } from './check.route';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: { readonly datasets: Readonly<Record<string, object>> };
}

async function answerTo(sent: object): Promise<Answer> {
  const { status, body } = await api.paid('service_stack_check', '/v1/stack/check', sent);
  const answer = body as Answer;
  expect({ status, answer }).toMatchObject({ status: 200 });
  const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));
  expect(faultOf(stackCheck.output.schema, answer)).toBeUndefined();
  return answer;
}

describe('a stack of products and packages', () => {
  it('says of a package that is a product when its support ended, as of the item', async () => {
    const { data, meta } = await answerTo({ packages: ['pkg:pypi/django@3.2.25'] });
    const { data: item } = await answerTo({ items: [{ product: 'django', version: '3.2' }] });

    const texts = ({ reasons }: typeof data) =>
      (reasons as readonly { readonly code: string; readonly text: string }[]).flatMap(({ code, text }) =>
        code === 'eol' ? text : [],
      );
    expect(data).toMatchObject({ verdict: 'fail', packages: { results: [{ lifecycle: { product: 'django' } }] } });
    expect(texts(data)).toEqual([
      expect.stringMatching(/^Django 3\.2: past its end of life since 2024-04-01; move to /),
    ]);
    expect(texts(data)).toEqual(texts(item));
    expect(data['summary']).toMatchObject({ packages: { eol: 1 } });
    expect(Object.keys(meta.datasets)).toEqual(['eol', 'kev', 'osv']);
  });

  it('says of a CVE that is not listed whether advisories know it', async () => {
    const { data } = await answerTo({ cves: ['CVE-2023-45857', 'CVE-1999-0002'] });

    expect(data['cves']).toMatchObject({
      results: [{ known_to_advisories: true }, { known_to_advisories: false, advisories: [] }],
      osv_note: null,
    });
  });

  it('says of an item what stands against its packages, once where it is sent as one of them, too', async () => {
    const item = { product: 'log4j', version: '2.14.1' };
    const purl = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';
    const { data, meta } = await answerTo({ items: [item] });
    const { data: both } = await answerTo({ items: [item], packages: [purl] });

    const exploited = { level: 'fail', code: 'kev', id: 'CVE-2021-44228' };
    expect(data).toMatchObject({ verdict: 'fail', items: { results: [{ found: true, packages: expect.anything() }] } });
    expect(data['reasons']).toContainEqual(expect.objectContaining({ ...exploited, refs: ['items/0'] }));
    expect(both['reasons']).toContainEqual(expect.objectContaining({ ...exploited, refs: ['items/0', 'packages/0'] }));
    expect((both['reasons'] as object[]).length).toBe((data['reasons'] as object[]).length);
    expect(data['summary']).toMatchObject({ packages: { count: 0, vulnerable_items: 1, in_kev: 2 } });
    expect(both['summary']).toMatchObject({ packages: { count: 1, vulnerable_items: 0, in_kev: 2 } });
    expect(Object.keys(meta.datasets)).toEqual(['eol', 'kev', 'osv']);
  });

  it('says of a cycle that nothing was looked up, and names a release', async () => {
    const { data, meta } = await answerTo({ items: [{ product: 'django', version: '5.2' }] });

    expect(data).toMatchObject({
      items: { results: [{ packages: null, packages_reason: 'names_a_cycle' }] },
    });
    expect(data['reasons']).toContainEqual(expect.objectContaining({ level: 'info', code: 'unknown_release' }));
    expect(Object.keys(meta.datasets)).toEqual(['eol']);
  });
});
