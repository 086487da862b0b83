import type { DatasetDescriptor } from '../snapshot/descriptor';

const NOTICE = 'Not legal advice. Only the publication of the listing authority is authoritative.';

/** The block list of payers. It is consulted, never sold. */
export const SANCTIONS_DESCRIPTOR: DatasetDescriptor = {
  id: 'sanctions',
  audience: 'service',
  cadenceHours: 6,
  // Stale from 48 hours on, which is when the operator is alarmed.
  graceHours: 42,
  upstreamUrl: 'https://raw.githubusercontent.com/bitnob/ofac-address-feed/lists/sanctioned_addresses.json',
  upstreamMeaning: 'Where the block list of payers is fetched. https, or http on loopback.',
  sourceUrl: 'https://github.com/bitnob/ofac-address-feed',
  licence: 'MIT over public data of the United States government',
  attribution: 'Digital currency addresses of the OFAC SDN list, as published by bitnob/ofac-address-feed. Modified.',
  notice: NOTICE,
  starterNotice: NOTICE,
  bodyBytesMax: 8 * 1024 * 1024,
  decode: { form: 'identity', bytesMax: 8 * 1024 * 1024 },
};
