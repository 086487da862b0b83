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

async function answerTo(body: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await api.buy('service_stack_check', '/v1/stack/check', init);
  const answer = (await response.json()) as Answer;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
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
});
