import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../composition/read-config';
import { ConfigError } from './config';

const folder = mkdtempSync(join(tmpdir(), 'config-l402-'));
afterAll(() => rmSync(folder, { recursive: true }));

function saved(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const MACAROON = `0201036c6e64${'ab'.repeat(60)}`;
const SANDBOX = { PAYMENTS_MODE: 'sandbox', L402: 'sandbox' };
const LND = {
  PAYMENTS_MODE: 'facilitator',
  FACILITATOR_URL: 'https://facilitator.example',
  PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  PUBLIC_BASE_URL: 'https://api.example.com',
  TRUST_PROXY: '1',
  L402: 'lnd',
  LND_URL: 'https://node.example:8080',
  LND_MACAROON: MACAROON,
  BTC_USD: '101234.5',
};

function faults(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('the rail is off unless it is asked for, and then its other variables do not matter', () => {
  expect(readConfig({}).l402).toEqual({ mode: 'off' });
  expect(readConfig({ LND_URL: 'nonsense', BTC_USD: '-1' }).l402).toEqual({ mode: 'off' });
});

test('the sandbox needs nothing', () => {
  expect(readConfig(SANDBOX).l402).toMatchObject({
    mode: 'sandbox',
    secret: null,
    rate: { centsPerBitcoin: 10_000_000n },
  });
});

test('a node is named with its macaroon and a price', () => {
  expect(readConfig(LND).l402).toEqual({
    mode: 'lnd',
    url: 'https://node.example:8080',
    macaroon: MACAROON,
    certificate: null,
    secret: null,
    rate: {
      centsPerBitcoin: 10_123_450n,
      file: null,
      centsPerBitcoinMin: 1_000_000n,
      centsPerBitcoinMax: 100_000_000n,
      ageMsMax: 86_400_000,
    },
  });
});

test.each([
  ['as the node writes it', Buffer.from(MACAROON, 'hex')],
  ['in hex', `${MACAROON.toUpperCase()}\n`],
])('the macaroon may be a file, %s', (_name, content) => {
  const { LND_MACAROON, ...rest } = LND;
  const config = readConfig({ ...rest, LND_MACAROON_FILE: saved('invoice.macaroon', content) });

  expect(config.l402).toMatchObject({ macaroon: LND_MACAROON });
});

test('the price may come from a file, which need not be there yet', () => {
  const { l402 } = readConfig({ ...LND, BTC_USD: undefined, BTC_USD_FILE: join(folder, 'price') });

  expect(l402).toMatchObject({ rate: { centsPerBitcoin: null, file: join(folder, 'price') } });
});

test.each<[string, Record<string, string | undefined>, string]>([
  ['another word', { L402: 'on' }, 'L402 must be off, lnd or sandbox'],
  ['a sandbox with real payments', { L402: 'sandbox' }, 'L402 must be sandbox with PAYMENTS_MODE sandbox'],
  ['a real node with test payments', { PAYMENTS_MODE: 'sandbox', FACILITATOR_URL: '' }, 'L402 must be sandbox with'],
  ['no node', { LND_URL: undefined }, 'LND_URL must be set'],
  ['a node without TLS', { LND_URL: 'http://node.example:8080' }, 'LND_URL must be https'],
  ['no macaroon', { LND_MACAROON: undefined }, 'LND_MACAROON or LND_MACAROON_FILE must be set'],
  ['a macaroon that is none', { LND_MACAROON: 'abcd' }, 'LND_MACAROON must be a macaroon'],
  ['a certificate that is not there', { LND_TLS_CERT_FILE: '/nowhere' }, 'LND_TLS_CERT_FILE must be a readable PEM'],
  ['a short secret', { L402_SECRET: 'abcd' }, 'L402_SECRET must be 64 hex digits'],
  ['no price', { BTC_USD: undefined }, 'BTC_USD or BTC_USD_FILE must be set'],
  ['a price that is none', { BTC_USD: 'much' }, 'BTC_USD must be a price'],
  ['a silly price', { BTC_USD: '5' }, 'BTC_USD must be a price in USD within'],
  ['bounds that are none', { BTC_USD_BOUNDS: '200000-100000' }, 'BTC_USD_BOUNDS must be'],
  ['no age', { BTC_USD_MAX_AGE_HOURS: '0' }, 'BTC_USD_MAX_AGE_HOURS must be'],
])('%s is a fault', (_name, change, fault) => {
  expect(faults({ ...LND, ...change })).toContainEqual(expect.stringContaining(fault));
});

test('all faults of the rail are reported at once, without any secret', () => {
  const reported = faults({ ...LND, LND_URL: 'x', LND_MACAROON: 'secret', L402_SECRET: 'hidden', BTC_USD: '0' });

  expect(reported).toHaveLength(4);
  expect(reported.join()).not.toMatch(/secret|hidden/);
});
