import type { DatasetDescriptor } from '../snapshot/descriptor';
import { RECORD_BYTES_MAX } from './read-record';

/** The package advisories. */
export const OSV_DESCRIPTOR: DatasetDescriptor = {
  id: 'osv',
  audience: 'callers',
  cadenceHours: 6,
  graceHours: 1,
  upstreamUrl: 'https://storage.googleapis.com/osv-vulnerabilities',
  upstreamMeaning: 'Root of the bucket of package advisories: ecosystems.txt and one folder per ecosystem.',
  sourceUrl: 'https://osv.dev',
  licence: 'CC-BY-4.0 and others (see attribution)',
  attribution:
    'OSV.dev and the advisory databases it aggregates (GitHub Advisory Database, PyPA, Go, RustSec, OSS-Fuzz, OpenSSF ' +
    'Malicious Packages and others); the prefix of each id names its database. Modified.',
  notice:
    'Data is provided as is, without warranty, and is not endorsed by the source. It was normalised (modified) by this ' +
    'service. A package without an advisory is not thereby safe.',
  starterNotice:
    'Starter data: a few dozen widely known advisories that stand in until the first refresh; nearly all are missing. ' +
    'Data is provided as is, without warranty, and is not endorsed by the source.',
  // The largest archive, npm, has a quarter of that.
  bodyBytesMax: 1024 * 1024 * 1024,
  snapshotPriceUsd: '0.50',
  decode: { form: 'unzip', bytesMax: RECORD_BYTES_MAX },
};
