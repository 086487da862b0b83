import type { DatasetDescriptor } from '../snapshot/descriptor';

/** The scores of the Exploit Prediction Scoring System. */
export const EPSS_DESCRIPTOR: DatasetDescriptor = {
  id: 'epss',
  audience: 'callers',
  cadenceHours: 24,
  // Published once a day at no promised hour.
  pollHours: 2,
  graceHours: 6,
  upstreamUrl: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  upstreamMeaning: 'Where the exploit prediction scores (EPSS) are fetched: gzipped CSV.',
  sourceUrl: 'https://www.first.org/epss',
  licence: 'free to use with attribution',
  attribution: 'EPSS data by FIRST, https://www.first.org/epss',
  notice:
    'Data is provided as is, without warranty, and is not endorsed by the source. It was normalised (modified) by this service. ' +
    'A score is a forecast for 30 days: what has a low one may be exploited all the same.',
  starterNotice:
    'Starter data: a few well-known vulnerabilities with rounded scores for illustration, which nobody published, until the first ' +
    'refresh; what is missing is not known to have no score. Data is provided as is, without warranty, and is not endorsed by the source.',
  // Some 2.3 MB that hold 12 MB of text in August 2026.
  bodyBytesMax: 64 * 1024 * 1024,
  snapshotPriceUsd: '0.05',
  decode: { form: 'gunzip', bytesMax: 64 * 1024 * 1024 },
};
