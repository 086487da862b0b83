import { identifyModels } from './canonical-key';
import { namePartsOf } from './name-parts';

const RELEASED = '2025-09-29';

function canonicalOf(...names: readonly (readonly [string, string, string?])[]): readonly string[] {
  return identifyModels(
    names.map(([provider, modelId, releaseDate = RELEASED]) => ({ provider, modelId, releaseDate })),
  ).map(({ canonical }) => canonical);
}

describe('names of models', () => {
  it.each(
    `
    claude-sonnet-4-5-20250929                        anthropic  claude-sonnet-4-5
    claude-sonnet-4-5@20250929                        anthropic  claude-sonnet-4-5
    us.anthropic.claude-sonnet-4-5-20250929-v1:0      anthropic  claude-sonnet-4-5
    anthropic/claude-4.5-sonnet                       anthropic  claude-sonnet-4-5
    anthropic--claude-4.5-sonnet                      anthropic  claude-sonnet-4-5
    databricks-claude-sonnet-4-5                      anthropic  claude-sonnet-4-5
    claude-sonnet-4-6@default                         anthropic  claude-sonnet-4-6
    ~anthropic/claude-sonnet-latest                   anthropic  claude-sonnet
    gpt-4o-2024-11-20                                 openai     gpt-4-o
    openai-gpt-5.4                                    openai     gpt-5-4
    azure-gpt-4o-mini                                 openai     gpt-4-o-mini
    openai/gpt-oss-120b:free                          openai     gpt-oss-120-b
    openai/gpt-oss-120b-maas                          openai     gpt-oss-120-b
    o3-mini                                           openai     o-3-mini
    Meta-Llama-3_1-8B-Instruct                        meta       llama-3-1-8-b-instruct
    meta.llama3-1-8b-instruct-v1:0                    meta       llama-3-1-8-b-instruct
    @cf/meta/llama-3.1-8b-instruct                    meta       llama-3-1-8-b-instruct
    accounts/fireworks/models/kimi-k2p6               moonshotai kimi-k-2-6
    hf:zai-org/GLM-4.6                                zhipuai    glm-4-6
    zai-org-glm-4.6                                   zhipuai    glm-4-6
    Qwen/Qwen3-235B-A22B-Thinking-2507                alibaba    qwen-3-235-b-a-22-b-thinking-2507
    deepseek-ai/DeepSeek-V3                           deepseek   deepseek-v-3
    nvidia/Llama-3.1-Nemotron-Ultra-253B              nvidia     llama-3-1-nemotron-ultra-253-b
    whisper-large-v3                                  openai     whisper-large-v-3
    aion-labs/aion-1.0                                aion-labs  aion-1-0
    `
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/) as [string, string, string]),
  )('"%s" is made by %s and means %s', (name, maker, folded) => {
    expect(namePartsOf(name)).toMatchObject({ maker, folded });
  });

  it('are shown as the maker writes them, however many resellers write otherwise', () => {
    expect(
      canonicalOf(['a', 'claude-4.5-sonnet'], ['b', 'claude-4.5-sonnet'], ['anthropic', 'claude-sonnet-4-5']),
    ).toEqual(Array(3).fill('anthropic/claude-sonnet-4-5'));
  });

  it('are shown as most resellers write them where the maker sells none', () => {
    expect(canonicalOf(['a', 'DeepSeek-V3.2'], ['b', 'deepseek-v3-2'], ['c', 'deepseek-v3.2'])).toEqual(
      Array(3).fill('deepseek/deepseek-v3.2'),
    );
  });

  it('that tell no maker are those of the shop that sells nothing else', () => {
    expect(canonicalOf(['openai', 'text-embedding-3-small'], ['azure', 'text-embedding-3-small'])).toEqual(
      Array(2).fill('openai/text-embedding-3-small'),
    );
    expect(canonicalOf(['morph', 'auto'], ['kilo', 'auto'])).toEqual(['morph/auto', 'kilo/auto']);
  });

  it('with other numbers are other models', () => {
    const names = [
      'mistral-large-2411',
      'mistral-large-2512',
      'gpt-4.1',
      'gpt-4',
      'kimi-k2-0905',
      'kimi-k2',
      'deepseek-v3',
    ];

    expect(new Set(canonicalOf(...names.map((name) => ['x', name] as const))).size).toBe(names.length);
  });

  it('that float stand for the one dated name of the same provider and day', () => {
    const float = ['mistral', 'mistral-large-latest', '2025-12-02'] as const;
    const dated = ['mistral', 'mistral-large-2512', '2025-12-02'] as const;

    expect(canonicalOf(float, dated, ['mistral', 'mistral-large-2411', '2024-11-18'])[0]).toBe(
      'mistral/mistral-large-2512',
    );
    expect(canonicalOf(float, ['mistral', 'mistral-large-2411', '2024-11-18'])[0]).toBe('mistral/mistral-large');
    expect(canonicalOf(float, dated, ['mistral', 'mistral-large-2513', '2025-12-02'])[0]).toBe('mistral/mistral-large');
    expect(canonicalOf(float, ['poe', 'mistral-large-2512', '2025-12-02'])[0]).toBe('mistral/mistral-large');
  });

  it('are first-party only where the maker sells', () => {
    const identities = identifyModels(
      [
        ['anthropic', 'claude-sonnet-4-5'],
        ['google-vertex-anthropic', 'claude-sonnet-4-5'],
        ['google-vertex', 'gemini-2.5-pro'],
        ['amazon-bedrock', 'amazon.nova-pro-v1:0'],
        ['amazon-bedrock', 'anthropic.claude-sonnet-4-5-v1:0'],
        ['nano-gpt', 'somebody'],
      ].map(([provider, modelId]) => ({ provider: provider!, modelId: modelId!, releaseDate: RELEASED })),
    );

    expect(identities.map(({ firstParty }) => firstParty)).toEqual([true, false, true, true, false, false]);
  });
});
