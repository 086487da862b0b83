import type { ErrorCode } from '@stackcheck/contract';
import request from 'supertest';
import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { expectError } from '../../testing/expect-error';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { modelsCheapest } from './cheapest.route';

const TARGET = '/v1/models/cheapest';
const tokens = { input: 3000, output: 1000 };

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const buy = (body: unknown) => api.paid('service_models_cheapest', TARGET, body);

interface Answer {
  readonly data: Readonly<Record<string, unknown>> & { readonly results: readonly object[] };
  readonly meta: Readonly<Record<string, unknown>>;
}

async function answerTo(body: object): Promise<Answer> {
  const { status, body: sent } = await buy(body);
  const answer = sent as Answer;
  expect({ status, answer }).toMatchObject({ status: 200 });
  const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));
  expect(faultOf(modelsCheapest.output.schema, answer)).toBeUndefined();
  return answer;
}

describe('a search for the cheapest model', () => {
  it('costs half a cent', async () => {
    const { body: offer } = await request(api.url).post(TARGET);

    expect((offer as { accepts: object[] }).accepts).toMatchObject([{ maxAmountRequired: '5000' }]);
  });

  it('is answered exactly, with what each constraint costs, under the signature of the dataset', async () => {
    const constraints = { tool_call: true, structured_output: true, min_context: 200_000 };

    const { data, meta } = await answerTo({ tokens, requests: 1000, constraints, limit: 2 });

    expect(data).toMatchObject({
      considered: 49,
      results: [
        {
          rank: 1,
          provider: 'openai',
          model: 'gpt-5-nano',
          cost_usd: '0.55',
          cost_per_1k_requests_usd: '0.55',
          breakdown: { input: '0.15', output: '0.4', cache_read: '0', cache_write: '0', reasoning: '0', tier: null },
          prices: { input: '0.05', output: '0.4', cache_read: '0.005', unit: 'usd_per_mtok', batch: false },
          also: [],
        },
        { rank: 2 },
      ],
      cheaper_if: [
        { drop: 'structured_output', cost_usd: '0.42', provider: 'amazon-bedrock', model: 'amazon.nova-lite-v1:0' },
        { drop: 'min_context', cost_usd: '0.525', provider: 'groq', model: 'openai/gpt-oss-20b' },
      ],
    });
    expect(meta).toMatchObject({ dataset: 'models', manifest_url: '/v1/models/manifest', stale: false });
    const { data: free } = (await request(api.url).get('/v1/models/manifest')).body as Answer;
    expect(free['manifest']).toMatchObject({ snapshot_id: meta['snapshot_id'], signature: meta['signature'] });
  });

  it('takes every constraint at once', async () => {
    const constraints = {
      kind: 'chat',
      min_context: 1,
      min_output: 1,
      input_modalities: ['text'],
      output_modalities: ['text'],
      tool_call: true,
      structured_output: true,
      reasoning: false,
      open_weights: false,
      first_party: true,
      providers: ['openai', 'anthropic'],
      exclude_providers: [],
      models: ['gpt-4o', 'GPT-4o-mini', 'claude-sonnet-4-5'],
      families: ['gpt', 'gpt-mini'],
      released_after: '2024-01',
      knowledge_after: '2023-01-31',
      max_input_price: 2.5,
      max_output_price: 10,
      max_cost_usd: 0.5,
      batch: true,
      include_free: true,
      include_deprecated: true,
      include_unknown_limits: true,
    };

    const { data } = await answerTo({ tokens, constraints, prefer: 'first_party' });

    expect(data).toMatchObject({ matched: 2, results: [{ model: 'gpt-4o-mini' }, { model: 'gpt-4o' }] });
  });

  it('gives one model under several names once, and embeddings only when asked for', async () => {
    const haiku = await answerTo({ tokens, constraints: { models: ['claude-haiku-4-5'] } });
    const embedding = await answerTo({ tokens: { input: 1 }, constraints: { kind: 'embedding' } });

    expect(haiku.data.results).toMatchObject([
      { provider: 'anthropic', also: [{ provider: 'anthropic' }, { provider: 'amazon-bedrock' }] },
    ]);
    expect(embedding.data.results[0]).toMatchObject({ model: 'text-embedding-3-small', cost_usd: '0.00000002' });
  });
});

describe('an offer of the answer', () => {
  it("comes with the maker's own price, and says on what basis it is not deprecated", async () => {
    const { data } = await answerTo({ tokens, constraints: { models: ['claude-haiku-4-5'] } });

    expect(data.results[0]).toMatchObject({
      price_outlier: false,
      maker_price: { provider: 'anthropic', input: '1', output: '5', unit: 'usd_per_mtok' },
      deprecation: { basis: 'no_date_source', maker_date: null, text: expect.stringContaining('no list of dates') },
    });
  });

  it("is the maker's own first where that is preferred, and what that costs is said", async () => {
    const { data } = await answerTo({
      tokens,
      constraints: { providers: ['groq', 'cohere'] },
      prefer: 'first_party',
      limit: 25,
    });

    const own = data.results.map((result) => (result as { first_party: boolean }).first_party);
    expect(own).toEqual([...own].sort((a, b) => Number(b) - Number(a)));
    expect(own).toContain(false);
    expect(data.results[0]).toMatchObject({ provider: 'cohere' });
    expect(data).toMatchObject({
      cheaper_if: expect.arrayContaining([expect.objectContaining({ drop: 'prefer', provider: 'groq' })]),
    });
  });
});

describe('a search that cannot be answered is not charged', () => {
  const where = (constraints: object): object => ({ tokens, constraints });

  it.each<[string, unknown, ErrorCode, RegExp]>([
    ['no body', {}, 'bad_request', /^tokens is missing; it must be an object/],
    ['tokens in a list', { tokens: [1, 2] }, 'bad_request', /^tokens must be an object/],
    ['tokens as a number', { tokens: 4000 }, 'bad_request', /^tokens must be an object/],
    ['no tokens', { tokens: {} }, 'bad_request', /^tokens must hold at least one token/],
    ['zero tokens', { tokens: { input: 0, output: 0 } }, 'bad_request', /^tokens must hold at least one token/],
    ['half a token', { tokens: { input: 0.5 } }, 'bad_request', /^tokens\.input must be a whole number from 0/],
    ['negative tokens', { tokens: { input: 1, output: -1 } }, 'bad_request', /^tokens\.output must be a whole number/],
    ['too many tokens', { tokens: { input: 10_000_001 } }, 'bad_request', /^tokens\.input must be .* 10000000$/],
    ['tokens as a text', { tokens: { input: '3000' } }, 'bad_request', /^tokens\.input must be/],
    ['null tokens', { tokens: { input: 1, output: null } }, 'bad_request', /^tokens\.output must be/],
    ['unknown tokens', { tokens: { input: 1, audio: 1 } }, 'bad_request', /"tokens\.audio" is not known/],
    ['another member', { tokens, model: 'gpt-5' }, 'bad_request', /"model" is not known/],
    ['no requests', { tokens, requests: 0 }, 'bad_request', /^requests must be a whole number from 1/],
    ['26 results', { tokens, limit: 26 }, 'bad_request', /^limit must be a whole number from 1 to 25/],
    ['null constraints', { tokens, constraints: null }, 'bad_request', /^constraints must be an object/],
    ['constraints in a list', { tokens, constraints: [] }, 'bad_request', /^constraints must be an object/],
    ['a constraint nobody knows', where({ vision: true }), 'bad_request', /"constraints\.vision" is not known/],
    ['a kind nobody knows', where({ kind: 'poem' }), 'bad_request', /^constraints\.kind must be one of chat, /],
    ['a flag as a text', where({ tool_call: 'yes' }), 'bad_request', /^constraints\.tool_call must be true or false/],
    ['a flag that is null', where({ batch: null }), 'bad_request', /^constraints\.batch must be true or false/],
    ['a modality nobody has', where({ input_modalities: ['smell'] }), 'bad_request', /^constraints\.input_modalities/],
    [
      'no modality',
      where({ input_modalities: [] }),
      'bad_request',
      /^constraints\.input_modalities must be an array of 1/,
    ],
    [
      'a modality alone',
      where({ output_modalities: 'text' }),
      'bad_request',
      /^constraints\.output_modalities must be/,
    ],
    ['no provider', where({ providers: [] }), 'bad_request', /^constraints\.providers must be an array of 1 to 50/],
    ['51 providers', where({ providers: Array(51).fill('openai') }), 'bad_request', /^constraints\.providers/],
    ['a provider as a number', where({ providers: [7] }), 'bad_request', /^constraints\.providers must be an array/],
    [
      'a day nobody knows',
      where({ released_after: '2026-13-01' }),
      'bad_request',
      /^constraints\.released_after must be/,
    ],
    ['a year', where({ knowledge_after: '2026' }), 'bad_request', /^constraints\.knowledge_after must be a day or/],
    [
      'a price as a text',
      where({ max_cost_usd: '0.01' }),
      'bad_request',
      /^constraints\.max_cost_usd must be a number/,
    ],
    [
      'a limit on a price as a text',
      where({ max_input_price: '3' }),
      'bad_request',
      /^constraints\.max_input_price must be a number of US dollars from 0/,
    ],
    ['a negative limit', where({ max_output_price: -1 }), 'bad_request', /^constraints\.max_output_price must be/],
    ['a null limit', where({ max_output_price: null }), 'bad_request', /^constraints\.max_output_price must be/],
    [
      'a preference nobody knows',
      { tokens, prefer: 'cheap' },
      'bad_request',
      /^prefer must be one of first_party, any/,
    ],
    ['a preference in a list', { tokens, prefer: ['any'] }, 'bad_request', /^prefer must be one of first_party, any/],
    ['a preference that is null', { tokens, prefer: null }, 'bad_request', /^prefer must be one of first_party, any/],
    ['a preference as a constraint', where({ prefer: 'any' }), 'bad_request', /"constraints\.prefer" is not known/],
    ['a negative price', where({ max_cost_usd: -1 }), 'bad_request', /^constraints\.max_cost_usd must be/],
    [
      'an unknown provider',
      where({ providers: ['openai', 'opnai'] }),
      'bad_request',
      /^constraints\.providers\[1\] is "opnai", which is not known; close names: openai/,
    ],
    [
      'an unknown provider to leave out',
      where({ exclude_providers: ['poee'] }),
      'bad_request',
      /^constraints\.exclude_providers\[0\]/,
    ],
    [
      'an unknown model',
      where({ models: ['claude-sonet-4.5'] }),
      'bad_request',
      /close names: anthropic\/claude-sonnet-4-5/,
    ],
    [
      'an unknown family',
      where({ families: ['__proto__'] }),
      'bad_request',
      /^constraints\.families\[0\] is "__proto__", which is not known/,
    ],
    ['a name with a bell', where({ models: ['\u0007'] }), 'bad_request', /is "\ufffd", which is not known/],
    [
      'nothing that fits',
      { tokens: { input: 9_000_000 } },
      'no_match',
      /^the call is too large: 9000000 in and 0 out need a context of 9000000 tokens, and the largest context of the \d+ models that meet all constraints is \d+/,
    ],
    ['nothing of this kind', where({ kind: 'video' }), 'no_match', /^none of 49 models is comparable: /],
    [
      'one constraint too many',
      where({ providers: ['groq'], first_party: true }),
      'no_match',
      /dropping one of these alone would do: (first_party, providers|providers, first_party)$/,
    ],
    [
      'two too many',
      where({ providers: ['groq'], first_party: true, max_cost_usd: 0 }),
      'no_match',
      /^no model meets all constraints; dropping a single one would not do, dropping these together would: \w+, max_cost_usd/,
    ],
  ])('for %s', async (_what, body, code, message) => {
    const settled = api.facilitator.settleRequests.length;

    const response = await buy(body);

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });

  it('and says no price of what it would have found', async () => {
    const { text } = await buy(where({ max_cost_usd: 0.000001 }));

    expect(text).toContain('max_cost_usd');
    expect(text).not.toMatch(/gpt|llama|claude|0\.000\d/);
  });
});
