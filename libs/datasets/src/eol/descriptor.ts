import type { DatasetDescriptor } from '../snapshot/descriptor';

/** The end-of-life dataset. */
export const EOL_DESCRIPTOR: DatasetDescriptor = {
  id: 'eol',
  audience: 'callers',
  cadenceHours: 24,
  graceHours: 2,
  upstreamUrl: 'https://endoflife.date/api/v1/products/full',
  upstreamMeaning: 'Where the end-of-life data is fetched. https, or http on loopback.',
  sourceUrl: 'https://endoflife.date/api/v1/products/full',
  licence: 'MIT',
  attribution:
    'Data from endoflife.date (https://endoflife.date), © endoflife.date contributors, MIT licence. Modified.',
  notice:
    'Data is provided as is, without warranty, and is not endorsed by the source. It was normalised (modified) by this service.',
  starterNotice:
    'Starter data: a small built-in selection that stands in until the first refresh; most products are missing. ' +
    'Data is provided as is, without warranty, and is not endorsed by the source.',
  bodyBytesMax: 16 * 1024 * 1024,
  snapshotPriceUsd: '0.05',
  decode: { form: 'identity', bytesMax: 16 * 1024 * 1024 },
};
