import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { deltaBetween, toComparable } from '../delta/make-delta';
import { finish } from '../tasks/cooperative-task';
import { modelsDataset } from './dataset';
import { LITELLM } from './descriptor';
import { guardModels } from './guards';
import type { ModelRecord, ModelsSnapshot } from './records';
import { modelsStarter } from './starter';
import { modelsBytes, smallModels } from './testing/small-models';
import type { UpstreamDocument } from './upstream';

const FEED = 'api.json';
const MODELS = 'models.json';
const EARLIER = 'previous/api.2026-06-10.json.gz';
const SECONDARY = 'secondary/litellm.model_prices_and_context_window.json.gz';
const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const folder = join(corpora, '../data/models');
const missing = [FEED, MODELS, EARLIER, SECONDARY].find((file) => !existsSync(join(folder, file)));
const stored = (file: string): Uint8Array => {
  const bytes = readFileSync(join(folder, file));
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};

(missing === undefined ? describe : describe.skip)(
  `the whole list of models${missing === undefined ? '' : ` (models/${missing} is missing)`}`,
  () => {
    let content: ModelsSnapshot;
    let earlier: ModelsSnapshot;
    let raw: UpstreamDocument;
    beforeAll(() => {
      content = modelsDataset.read(stored(FEED), new Map([[LITELLM, stored(SECONDARY)]]));
      earlier = modelsDataset.read(stored(EARLIER), new Map([[LITELLM, stored(SECONDARY)]]));
      raw = JSON.parse(Buffer.from(stored(FEED)).toString()) as UpstreamDocument;
    });

    it('is taken whole: every provider and model, what is unknown as null', () => {
      const offers = Object.values(raw).flatMap(({ id, models }) => Object.keys(models).map((key) => `${id}/${key}`));

      expect(content.providers).toHaveLength(147);
      expect(content.models).toHaveLength(5_276);
      expect(content.models.map(({ id }) => id)).toEqual(offers.sort());
      expect(content.models.filter(({ prices }) => prices === null)).toHaveLength(382);
      expect(content.models.filter(({ limits }) => limits.context === null)).toHaveLength(94);
    });

    it('has the prices of upstream to the last pico-dollar', () => {
      const differing = content.models.filter(({ provider, model, prices }) => {
        const cost = raw[provider]!.models[model]!.cost;
        if (cost === undefined || prices === null) return cost !== undefined || prices !== null;
        // Upstream's own arithmetic leaves some prices a millionth of a millionth off the round one.
        return [cost.input - prices.input / 1e6, cost.output - prices.output / 1e6].some(
          (gap) => Math.abs(gap) > 5.1e-7,
        );
      });

      expect(differing.map(({ id }) => id)).toEqual([]);
    });

    it('passes every guard, alone and as the successor of the one three weeks earlier', () => {
      expect(guardModels(content, undefined)).toEqual([]);
      expect(guardModels(earlier, undefined)).toEqual([]);
      expect(guardModels(content, earlier)).toEqual([]);
      expect(finish(modelsDataset.selfTest(finish(modelsDataset.index(content)), content))).toBeUndefined();
    });

    it('changed within three weeks by 343 new, 221 dropped and 651 other models', () => {
      const read = [earlier, content].map((one) => toComparable('x', one, modelsDataset.records!));
      const [from, to] = read.map((one) => (one.ok ? one.comparable : undefined));

      const { added, removed, changed } = deltaBetween(from!, to!);

      // Upstream changed 2,714; in 2,063 of them only members that we do not keep, such as `reasoning_options`.
      expect([added.length, removed.length, changed.length]).toEqual([343, 221, 651]);
    });

    it('is published without its companion, and says so', () => {
      const alone = modelsDataset.read(stored(FEED));
      const unreadable = new Map([[LITELLM, new TextEncoder().encode('<html>')]]);

      expect([content.meta.litellm, alone.meta.litellm]).toEqual(['joined', 'missing']);
      expect(modelsDataset.read(modelsBytes(smallModels()), unreadable).meta.litellm).toBe('unreadable');
      expect(alone.models.filter((row) => row.batch !== null || row.deprecation_date !== null)).toEqual([]);
      expect(alone.models.map(({ id }) => id)).toEqual(content.models.map(({ id }) => id));
      expect(guardModels(alone, content)).toEqual([]);
    });

    it('finds models.dev’s own list of models under their canonical names', () => {
      const canonicals = new Set(content.models.map(({ canonical }) => canonical));
      const undated = (id: string): string => id.toLowerCase().replace(/-(20\d{6}|20\d\d-\d\d-\d\d|latest)$/, '');
      const listed = Object.keys(JSON.parse(Buffer.from(stored(MODELS)).toString()) as object);
      const missed = listed.filter((id) => !canonicals.has(id.toLowerCase()) && !canonicals.has(undated(id)));

      // Nine are sold by nobody in the document, or are written otherwise by everybody who sells them.
      expect(listed).toHaveLength(231);
      expect(missed.filter((id) => !/ornith|gemma-4-E|nemotron|llama-4|mistral-(large|medium|small)/.test(id))).toEqual(
        [],
      );
    });

    it('agrees with the starter on prices, kinds and abilities', () => {
      const whole = new Map(content.models.map((row) => [row.id, row]));
      const facts = ({
        prices,
        batch,
        tiers,
        kind,
        first_party,
        open_weights,
        tool_call,
        reasoning,
        modalities,
      }: ModelRecord) => ({
        prices: prices && { ...prices, input_audio: null, cache_write: null },
        batch,
        tiers: tiers.map(({ above, prices: { input, output } }) => ({ above, input, output })),
        kind,
        first_party,
        open_weights,
        tool_call,
        reasoning,
        modalities: { input: [...modalities.input].sort(), output: modalities.output },
      });

      for (const row of modelsStarter().snapshot.models) {
        expect({ id: row.id, ...facts(row) }).toEqual({ id: row.id, ...facts(whole.get(row.id)!) });
      }
    });
  },
);
