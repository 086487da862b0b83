import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cheapest, type CheapestRequest, type ModelIndex } from '@stackcheck/models-core';
import { finish } from '../tasks/cooperative-task';
import { modelsDataset } from './dataset';
import { LITELLM } from './descriptor';
import { indexModels } from './lookup';

const FILES = ['api.json', 'secondary/litellm.model_prices_and_context_window.json.gz'];
const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const folder = join(corpora, '../data/models');
const missing = FILES.find((file) => !existsSync(join(folder, file)));
const TODAY = '2026-11-20';

(missing === undefined ? describe : describe.skip)(
  `offers next to the makers' own, over the whole list${missing === undefined ? '' : ` (models/${missing} is missing)`}`,
  () => {
    let index: ModelIndex;
    beforeAll(() => {
      const [feed, dates] = FILES.map((file) => readFileSync(join(folder, file)));
      index = finish(indexModels(modelsDataset.read(feed!, new Map([[LITELLM, gunzipSync(dates!)]])))).models;
    });

    function search(request: Partial<CheapestRequest>) {
      return cheapest(index, { tokens: { input: 3_000, output: 1_000 }, limit: 25, ...request }, TODAY);
    }

    it("of closed weights cost at most 0.30 of the maker's price or at least 0.40: a third distinguishes them", () => {
      const parts = [...index.models.entries()].flatMap(([at, model]) => {
        const own = index.models[index.makers.at[at]!];
        if (own === undefined || own.openWeights || model.prices === null || index.free[at] || index.incomplete[at])
          return [];
        const [price, makers] = [model.prices, own.prices!].map(({ input, output }) => input + output);
        return [price! / makers!];
      });

      expect(parts.length).toBeGreaterThan(1_500);
      expect(parts.filter((part) => part > 0.301 && part < 0.4)).toEqual([]);
      expect(parts.filter((part) => part <= 0.301).length).toBeGreaterThan(20);
    });

    it('are marked where they are far below, and never where the maker sells itself', () => {
      const outliers = index.models.filter((_, at) => index.makers.outlier[at] === 1);

      expect(outliers.filter(({ firstParty }) => firstParty)).toEqual([]);
      expect(outliers.map(({ provider, id }) => `${provider}/${id}`)).toEqual(
        expect.arrayContaining([
          'qihang-ai/claude-sonnet-4-5-20250929',
          'qihang-ai/gpt-5.2',
          'nano-gpt/openai/o3-pro-2025-06-10',
        ]),
      );
      expect(search({ constraints: { models: ['claude-sonnet-4-5'] }, limit: 1 })).toMatchObject({
        results: [
          {
            provider: 'qihang-ai',
            price_outlier: true,
            maker_price: { provider: 'anthropic', input: '3', output: '15' },
          },
        ],
      });
    });

    it("come after the makers' own where those are preferred", () => {
      expect(search({ prefer: 'first_party', constraints: { models: ['claude-sonnet-4-5'] }, limit: 1 })).toMatchObject(
        {
          results: [{ provider: 'anthropic', first_party: true, price_outlier: false }],
        },
      );
    });

    it('say what it rests on that they are not deprecated', () => {
      const outcome = search({ constraints: { models: ['claude-opus-4-1'] } });

      if (outcome.kind !== 'found') throw new Error(outcome.kind);
      const bases = new Set(outcome.results.map(({ deprecation }) => deprecation.basis));
      expect([...bases].sort()).toEqual(['no_listed_date']);
      expect(outcome.results[0]!.deprecation.maker_date).toMatch(/^2026-/);
    });

    it('are no match for a call that is too large, and the answer says how much room there is', () => {
      const models = ['claude-haiku-4-5'];

      expect(search({ tokens: { input: 900_000, output: 1_000 }, constraints: { models } })).toMatchObject({
        kind: 'no_match',
        reasons: { unfit: { needs: { context: 901_000 }, largest: { context: 200_000 } } },
      });
    });
  },
);
