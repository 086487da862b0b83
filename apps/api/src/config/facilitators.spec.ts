import { generateKeyPairSync } from 'node:crypto';
import { readFacilitators } from './facilitators';

const [A, B, C] = ['https://a.example/x402', 'https://b.example', 'https://c.example'];
const CDP = {
  CDP_API_KEY_ID: 'organizations/0000/apiKeys/1111',
  CDP_API_KEY_SECRET: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
};

function read(values: Parameters<typeof readFacilitators>[0], network = 'eip155:8453') {
  const faults: string[] = [];
  const facilitators = readFacilitators(values, network, faults);
  return { faults, auths: facilitators.map(({ url, auth }) => `${url} ${auth.kind}`), facilitators };
}

it.each([
  ['one without anything', { FACILITATOR_URL: A }, [`${A} none`]],
  ['one with a token', { FACILITATOR_URL: A, FACILITATOR_TOKEN: 't' }, [`${A} bearer`]],
  ['one of CDP', { FACILITATOR_URL: A, FACILITATOR_AUTH: 'cdp', ...CDP }, [`${A} cdp`]],
  [
    'several in their order, tokens by position',
    { FACILITATOR_URL: `${A}/, ${B},${C}`, FACILITATOR_TOKEN: 't, ,u' },
    [`${A} bearer`, `${B} none`, `${C} bearer`],
  ],
  [
    'CDP first and a token for the other',
    { FACILITATOR_URL: `${A},${B}`, FACILITATOR_AUTH: 'cdp,bearer', FACILITATOR_TOKEN: ',t', ...CDP },
    [`${A} cdp`, `${B} bearer`],
  ],
  ['CDP for all', { FACILITATOR_URL: `${A},${B}`, FACILITATOR_AUTH: 'cdp', ...CDP }, [`${A} cdp`, `${B} cdp`]],
])('%s', (_name, values, auths) => {
  expect(read(values)).toMatchObject({ faults: [], auths });
});

it.each([
  ['one token for several', { FACILITATOR_URL: `${A},${B}`, FACILITATOR_TOKEN: 't' }, 'FACILITATOR_TOKEN must have'],
  ['more tokens than facilitators', { FACILITATOR_URL: A, FACILITATOR_TOKEN: 't,u' }, 'FACILITATOR_TOKEN must have'],
  ['a facilitator twice', { FACILITATOR_URL: `${A},${A}/` }, 'FACILITATOR_URL names a facilitator twice'],
  ['an empty entry', { FACILITATOR_URL: `${A},` }, 'FACILITATOR_URL must be an absolute URL'],
  ['plain http', { FACILITATOR_URL: `${A},http://b.example` }, 'FACILITATOR_URL must be https'],
  ['a test facilitator behind a real one', { FACILITATOR_URL: `${A},https://x402.org/facilitator` }, 'test-network'],
  ['an unknown way in', { FACILITATOR_URL: A, FACILITATOR_AUTH: 'basic' }, 'FACILITATOR_AUTH must be bearer or cdp'],
  ['too many ways in', { FACILITATOR_URL: A, FACILITATOR_AUTH: 'cdp,cdp', ...CDP }, 'FACILITATOR_AUTH must have one'],
  ['CDP without a key', { FACILITATOR_URL: A, FACILITATOR_AUTH: 'cdp' }, 'CDP_API_KEY_ID and CDP_API_KEY_SECRET'],
  [
    'a token that is asked for and missing',
    { FACILITATOR_URL: A, FACILITATOR_AUTH: 'bearer' },
    'FACILITATOR_TOKEN must',
  ],
  ['a key that is sent to nobody', { FACILITATOR_URL: A, ...CDP }, 'are not used unless FACILITATOR_AUTH is cdp'],
  [
    'CDP without its credentials',
    { FACILITATOR_URL: `${A},https://api.cdp.coinbase.com/platform/v2/x402` },
    'FACILITATOR_AUTH must be cdp for api.cdp.coinbase.com',
  ],
  [
    'a malformed key',
    { FACILITATOR_URL: A, FACILITATOR_AUTH: 'cdp', ...CDP, CDP_API_KEY_SECRET: 's3cr3t' },
    'CDP_API_KEY_SECRET is neither',
  ],
  [
    'a token in addition to CDP',
    { FACILITATOR_URL: A, FACILITATOR_AUTH: 'cdp', FACILITATOR_TOKEN: 't0ken', ...CDP },
    'FACILITATOR_TOKEN is not used',
  ],
])('refuses %s', (_name, values, fault) => {
  const { faults } = read(values);

  expect(faults).toEqual([expect.stringContaining(fault)]);
  expect(faults.join()).not.toMatch(/s3cr3t|t0ken/);
});
