import { cheapest } from '@stackcheck/models-core';
import { finish } from '../tasks/cooperative-task';
import { modelsDataset } from './dataset';
import { guardModels } from './guards';
import { modelsStarter } from './starter';
import { parseTable } from './starter/parse-table';

const { asOf, snapshot } = modelsStarter();

describe('the starter dataset of models', () => {
  it('names itself a starter, of a fixed instant', () => {
    expect(asOf).toBe('2026-11-20T00:00:00Z');
    expect(snapshot.meta).toEqual({ upstream_schema_version: 'starter-1', litellm: 'missing' });
    expect(modelsStarter()).toEqual({ asOf, snapshot });
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  });

  it('holds at least 40 models of 8 providers, and passes the guards of a refresh', () => {
    expect(snapshot.models.length).toBeGreaterThanOrEqual(40);
    expect(snapshot.providers).toHaveLength(8);
    expect(guardModels(snapshot, undefined)).toEqual([]);
    expect(finish(modelsDataset.selfTest(finish(modelsDataset.index(snapshot)), snapshot))).toBeUndefined();
  });

  it.each(['the first', 'one in the middle', 'one near the end'])('is not taken up where %s is not found', (which) => {
    const { models } = snapshot;
    const step = Math.floor(models.length / 20);
    const at = which === 'the first' ? 0 : which === 'one in the middle' ? 10 * step : 19 * step;
    const content = { ...snapshot, models: models.map((row, n) => (n === at ? { ...row, id: 'nobodys/own' } : row)) };

    const fault = finish(modelsDataset.selfTest(finish(modelsDataset.index(snapshot)), content));

    expect(fault).toBe('"nobodys/own" is not found under its own name');
  });

  it('answers a search with ties, batch prices and a tier', () => {
    const { models } = finish(modelsDataset.index(snapshot));
    const ask = (constraints: object) =>
      cheapest(models, { tokens: { input: 250_000, output: 1_000 }, constraints }, '2026-11-20');

    expect(ask({ models: ['gemini-2.5-pro'] })).toMatchObject({
      results: [{ cost_usd: '0.64', breakdown: { tier: 200_000 } }],
    });
    expect(ask({ batch: true })).toMatchObject({
      matched: 4,
      results: { 0: { model: 'gpt-4.1-nano', cost_usd: '0.0127' } },
    });
    expect(ask({ kind: 'embedding', include_unknown_limits: true }).kind).toBe('no_match');
    expect(
      cheapest(models, { tokens: { input: 10 }, constraints: { models: ['claude-haiku-4-5'] } }, '2026-11-20'),
    ).toMatchObject({
      results: [{ provider: 'anthropic', also: [{}, { provider: 'amazon-bedrock' }] }],
    });
  });

  it.each<[string, RegExp]>([
    ['  gpt "GPT" gpt 1/2 fits 1/1 from 2025-01', /no provider is open/],
    ['openai OpenAI', /a provider line is/],
    ['a "A" https://a.example\n  m "M" f 1 fits 1/1 from 2025-01', /line 2, .*"1" are no numbers/],
    ['a "A" https://a.example\n  m "M" f 1/2 from 2025-01', /"fits" is missing/],
    ['a "A" https://a.example\n  m "M" f 1/2 fits 1/1', /"from" is missing/],
    ['a "A" https://a.example\n  m "M" f 1/2 fits 1/1 from 2025-01 wings 2', /"wings" is not a mark/],
    ['a "A" https://a.example\n  m "M" f 1/2 fits 1/1 fits 1/1 from 2025-01', /"fits" stands twice/],
    ['a "A" https://a.example\n  m "M" f 1/2 fits 1/1 from 2025-01 can fly', /"fly" is no ability/],
    ['a "A" https://a.example\na "A" https://a.example', /the provider stands twice/],
  ])('is a table in which mistakes are named: %j', (text, message) => {
    expect(() => parseTable(text)).toThrow(message);
  });
});
