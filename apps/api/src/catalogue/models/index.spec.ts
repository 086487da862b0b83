import request from 'supertest';
import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { expectError } from '../../testing/expect-error';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { modelsIndex } from './index.route';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

describe('the free list of model ids', () => {
  interface List {
    readonly data: {
      readonly count: number;
      readonly providers: readonly object[];
      readonly models: readonly { id: string }[];
    };
  }

  const get = (query: object = {}) => request(api.url).get('/v1/models/index').query(query);

  it('names every model and provider, and no price', async () => {
    const { body } = (await get().expect('Cache-Control', /max-age=300/)) as { body: List };
    const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));

    expect(faultOf(modelsIndex.output.schema, body)).toBeUndefined();
    expect(body.data).toMatchObject({ dataset: 'models', count: 49 });
    expect(body.data.models).toHaveLength(49);
    expect(body.data.providers).toContainEqual({ id: 'openai', name: 'OpenAI', models: 16 });
    expect(JSON.stringify(body)).not.toMatch(/price|cost|usd/i);
  });

  it('may be one provider’s', async () => {
    const { data } = (await get({ provider: 'Groq' })).body as List;

    expect(data.providers).toEqual([{ id: 'groq', name: 'Groq', models: 4 }]);
    expect(data.models.map(({ id }) => id)).toEqual([
      'groq/llama-3.1-8b-instant',
      'groq/llama-3.3-70b-versatile',
      'groq/openai/gpt-oss-120b',
      'groq/openai/gpt-oss-20b',
    ]);
  });

  it('is not sent again to who has it', async () => {
    const etag = (await get()).headers['etag']!;

    await get().set('If-None-Match', etag).expect(304);
    expect((await get({ provider: 'groq' })).headers['etag']).not.toBe(etag);
  });

  it('knows no other provider', async () => {
    const error = await expectError(await get({ provider: 'antropic' }), 'unknown_id');

    expect(error.suggestions).toEqual(['anthropic']);
  });
});

describe('the free check of an id', () => {
  it.each([
    ['openai/gpt-5', true, 'openai/gpt-5', null, []],
    [' OpenAI/GPT-5 ', true, 'openai/gpt-5', null, []],
    ['groq/openai/gpt-oss-20b', true, 'groq/openai/gpt-oss-20b', null, []],
    [
      'anthropic/claude-haiku-4.5',
      false,
      null,
      'unknown_model',
      expect.arrayContaining(['anthropic/claude-haiku-4-5']),
    ],
    ['gpt-5', false, null, 'unknown_provider', expect.arrayContaining(['openai/gpt-5'])],
    ['__proto__/constructor', false, null, 'unknown_provider', []],
  ])('%j', async (id, valid, canonical, reason, suggestions: unknown) => {
    const { body } = await request(api.url).get('/v1/validate').query({ dataset: 'models', id }).expect(200);

    expect(body).toEqual({ data: { dataset: 'models', id, valid, canonical, reason, suggestions } });
  });
});
