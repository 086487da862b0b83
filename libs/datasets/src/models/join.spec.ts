import { modelsDataset } from './dataset';
import { LITELLM } from './descriptor';
import { readLitellm } from './join';
import { modelsBytes, smallModels } from './testing/small-models';

const entry = { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1.25e-6, output_cost_per_token: 1e-5 };

describe("LiteLLM's document", () => {
  it.each<[string, string, string, string]>([
    ['gpt-5', 'openai', 'openai', 'gpt-5'],
    ['gemini/gemini-2.5-pro', 'gemini', 'google', 'gemini-2.5-pro'],
    ['vertex_ai/claude-sonnet-4-5', 'vertex_ai-anthropic_models', 'google-vertex-anthropic', 'claude-sonnet-4-5'],
    ['openrouter/openai/gpt-5', 'openrouter', 'openrouter', 'openai/gpt-5'],
    ['amazon.nova-pro-v1:0', 'bedrock_converse', 'amazon-bedrock', 'amazon.nova-pro-v1:0'],
    ['together_ai/Qwen/Qwen3', 'together_ai', 'togetherai', 'qwen/QWEN3'],
  ])('lists "%s" of %s for %s as %s', (key, tag, provider, modelId) => {
    const find = readLitellm(modelsBytes({ [key]: { ...entry, litellm_provider: tag } }));

    expect(find?.(provider, modelId)).toMatchObject({ mode: 'chat', input: 1_250_000, output: 10_000_000 });
    expect(find?.('nobody', modelId)).toBeUndefined();
    expect(find?.(provider, `${modelId}-x`)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['its sample', { sample_spec: { ...entry, mode: 'one of …' } }],
    ['its rules', { fallback_generalizations: entry }],
    ['an entry that is no object', { 'gpt-5': 'x' }],
    ['an entry of nobody', { 'gpt-5': { mode: 'chat' } }],
    ['a provider that we do not know', { 'gpt-5': { ...entry, litellm_provider: 'toString' } }],
  ])('passes over %s', (_what, document) => {
    const find = readLitellm(modelsBytes(document));

    expect(['gpt-5', 'sample_spec', 'fallback_generalizations'].map((id) => find?.('openai', id))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is believed in what can be read of an entry', () => {
    const odd = {
      ...entry,
      mode: 7,
      deprecation_date: '2026-13-01',
      input_cost_per_token: -1,
      output_cost_per_token: '1',
    };

    expect(readLitellm(modelsBytes({ 'gpt-5': odd }))?.('openai', 'gpt-5')).toEqual({
      mode: null,
      deprecationDate: null,
      input: null,
      output: null,
      batchInput: null,
      batchOutput: null,
    });
  });

  it.each(['', '<html>', '[]', 'null', '"x"'])('that is %j counts as unreadable', (text) => {
    expect(readLitellm(new TextEncoder().encode(text))).toBeUndefined();
  });

  it('adds batch prices where both agree on the ordinary ones, and dates of deprecation', () => {
    const batches = { input_cost_per_token_batches: 6.25e-7, output_cost_per_token_batches: 5e-6 };
    const read = (facts: object) =>
      modelsDataset
        .read(modelsBytes(smallModels()), new Map([[LITELLM, modelsBytes({ 'gpt-5': { ...entry, ...facts } })]]))
        .models.find(({ id }) => id === 'openai/gpt-5')!;

    expect(read(batches)).toMatchObject({ batch: { input: 625_000, output: 5_000_000 }, deprecation_date: null });
    expect(read({ ...batches, input_cost_per_token: 1e-6 }).batch).toBeNull();
    expect(read({ input_cost_per_token_batches: 6.25e-7 }).batch).toBeNull();
    expect(read({ deprecation_date: '2026-12-31' }).deprecation_date).toBe('2026-12-31');
  });

  it('may come in any order: the name without its provider in front is the one that counts', () => {
    const document = { 'gpt-5': entry, 'openai/gpt-5': { ...entry, mode: 'embedding' } };

    expect(readLitellm(modelsBytes(document))?.('openai', 'gpt-5')?.mode).toBe('chat');
  });
});
