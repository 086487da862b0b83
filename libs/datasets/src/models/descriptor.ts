import type { DatasetDescriptor } from '../snapshot/descriptor';

/** Name of the companion that knows batch prices, deprecation dates and modes. */
export const LITELLM = 'litellm';

/** The dataset of LLM prices and limits. */
export const MODELS_DESCRIPTOR: DatasetDescriptor = {
  id: 'models',
  audience: 'callers',
  cadenceHours: 24,
  graceHours: 2,
  upstreamUrl: 'https://models.dev/api.json',
  upstreamMeaning: 'Where prices and limits of LLM models are fetched.',
  companions: [
    {
      name: LITELLM,
      url: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
      meaning: 'Batch prices and deprecation dates to join; not asked when only MODELS_UPSTREAM_URL is set.',
    },
  ],
  sourceUrl: 'https://models.dev/api.json',
  licence: 'MIT',
  attribution:
    'Model data: models.dev (https://models.dev, MIT), with batch prices and deprecation dates of LiteLLM ' +
    '(https://github.com/BerriAI/litellm, MIT). Modified.',
  notice:
    'Data is provided as is, without warranty, and is not endorsed by the source. It was normalised (modified) by this ' +
    'service. Prices change: check the provider before you rely on one.',
  starterNotice:
    'Starter data: a small built-in selection that stands in until the first refresh; most models are missing. ' +
    'Data is provided as is, without warranty, and is not endorsed by the source.',
  bodyBytesMax: 32 * 1024 * 1024,
  snapshotPriceUsd: '0.05',
  decode: { form: 'identity', bytesMax: 32 * 1024 * 1024 },
};
