import type { DatasetDescriptor } from '../snapshot/descriptor';

/** The catalogue of known exploited vulnerabilities. */
export const KEV_DESCRIPTOR: DatasetDescriptor = {
  id: 'kev',
  audience: 'callers',
  cadenceHours: 24,
  // Entries are added at no fixed hour, and some are due three days later.
  pollHours: 1,
  graceHours: 2,
  upstreamUrl: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  upstreamMeaning:
    'Where the known exploited vulnerabilities are fetched; unset, a public mirror is asked when it fails.',
  // The publisher's own copy, minutes behind. Its site refuses some clients in data centres.
  mirrorUrls: ['https://raw.githubusercontent.com/cisagov/kev-data/develop/known_exploited_vulnerabilities.json'],
  sourceUrl: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  licence: 'CC0-1.0',
  attribution: 'Source: CISA Known Exploited Vulnerabilities Catalog. Modified.',
  notice:
    'Data is provided as is, without warranty, and is not endorsed by the source. It was normalised (modified) by this service. ' +
    'A vulnerability that is not listed may be exploited all the same.',
  starterNotice:
    'Starter data: a small built-in selection that stands in until the first refresh; most listed vulnerabilities are missing, ' +
    'so "not listed" means nothing yet. Data is provided as is, without warranty, and is not endorsed by the source.',
  bodyBytesMax: 16 * 1024 * 1024,
  snapshotPriceUsd: '0.05',
  decode: { form: 'identity', bytesMax: 16 * 1024 * 1024 },
};
