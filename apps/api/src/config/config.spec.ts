import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPem } from '@stackcheck/signing';
import { readConfig } from '../composition/read-config';
import { ConfigError } from './config';

const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const REAL = {
  PAYMENTS_MODE: 'facilitator',
  FACILITATOR_URL: 'https://facilitator.example',
  PAY_TO,
  PUBLIC_BASE_URL: 'https://api.example.com',
  TRUST_PROXY: '1',
};
/** What warns nobody. */
const COMPLETE = {
  ...REAL,
  CONTACT: 'security@example.com',
  RPC_URL: 'https://node.example',
  SANCTIONS: 'required',
};

function faults(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('an empty environment gives the documented defaults, with payments off', () => {
  const config = readConfig({});

  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8402,
    metricsPort: 0,
    baseUrl: 'http://127.0.0.1:8402',
    payments: { mode: 'off' },
    trustProxy: 0,
    publicPreview: 'demo',
    logLevel: 'info',
    paused: false,
  });
});

test('all faults are reported at once', () => {
  expect(
    faults({
      PORT: 'x',
      METRICS_PORT: '70000',
      PUBLIC_BASE_URL: 'ftp://a',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'loud',
      PAUSED: '1',
    }),
  ).toEqual([
    expect.stringContaining('PORT'),
    expect.stringContaining('METRICS_PORT'),
    expect.stringContaining('LOG_LEVEL'),
    expect.stringContaining('PAUSED'),
    expect.stringContaining('PUBLIC_BASE_URL'),
    expect.stringContaining('TRUST_PROXY'),
  ]);
});

test('several processes serve where it is asked for, and not where one keeps what all would need', () => {
  expect([readConfig({}).workers, readConfig({ WORKERS: '4' }).workers]).toEqual([1, 4]);
  for (const WORKERS of ['0', '65', 'all', '1.5'])
    expect(faults({ WORKERS })).toEqual([expect.stringMatching(/^WORKERS must be/)]);
  expect(['busy', 'always', 'never'].map((LEDGER_THREAD) => readConfig({ LEDGER_THREAD }).ledgerThread)).toEqual([
    readConfig({}).ledgerThread,
    'always',
    'never',
  ]);
  expect(faults({ LEDGER_THREAD: 'sometimes' })).toEqual(['LEDGER_THREAD must be busy, always or never']);
  expect(faults({ WORKERS: '2', PAYMENTS_MODE: 'sandbox', L402: 'sandbox' })).toEqual([
    expect.stringMatching(/^WORKERS must be 1 without LEDGER_URL/),
    expect.stringMatching(/^WORKERS must be 1 with L402 sandbox/),
  ]);
  expect(faults({ WORKERS: '1', PAYMENTS_MODE: 'sandbox', L402: 'sandbox' })).toEqual([]);
});

test.each(['sandbox', 'facilitator', 'self', undefined])(
  'several processes that take payments need a ledger for many, PAYMENTS_MODE=%s',
  (mode) => {
    const GAS = { GAS_KEY: `0x${'11'.repeat(32)}`, RPC_URL: 'https://rpc.example', FACILITATOR_URL: '' };
    const env = {
      ...(mode === 'sandbox' ? {} : REAL),
      ...(mode === 'self' ? GAS : {}),
      ...(mode === undefined ? {} : { PAYMENTS_MODE: mode }),
    };
    const over = { LEDGER_URL: 'postgres://api@127.0.0.1/ledger', LEDGER_STANDBY: 'none', STACK_WATCH: 'off' };

    expect(faults({ ...env, WORKERS: '1' })).toEqual([]);
    expect(faults({ ...env, WORKERS: '2' })).toEqual([
      expect.stringMatching(/^WORKERS must be 1 without LEDGER_URL: .*payments -- migrate.*docs\/nodes\.md/),
    ]);
    expect(faults({ ...env, WORKERS: '2', ...over, RECEIPT_KEY: generateKeyPem() })).toEqual([]);
    if (mode !== 'sandbox') return;
    // Any of them honours an invoice of another one.
    const rail = { L402: 'sandbox', L402_SECRET: '11'.repeat(32) };
    expect(faults({ ...env, WORKERS: '2', ...over, RECEIPT_KEY: generateKeyPem(), ...rail })).toEqual([]);
  },
);

test('real payments name network, asset and recipient', () => {
  expect(readConfig(REAL).payments).toMatchObject({
    mode: 'facilitator',
    facilitators: [{ url: 'https://facilitator.example', auth: { kind: 'none' } }],
    terms: {
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      assetName: 'USD Coin',
      payTo: PAY_TO,
    },
  });
});

test('a facilitator URL alone chooses real payments; without a recipient they are unconfigured, not fatal', () => {
  const config = readConfig({ FACILITATOR_URL: 'https://facilitator.example' });

  expect(config.payments).toEqual({ mode: 'off' });
  expect(config.warnings).toEqual([expect.stringContaining('PAY_TO')]);
});

test('the sandbox is a test network with a recipient of its own', () => {
  expect(readConfig({ PAYMENTS_MODE: 'sandbox' }).payments).toMatchObject({
    mode: 'sandbox',
    terms: { network: 'eip155:84532', assetName: 'USDC' },
  });
});

describe('settings that would lose or misdirect money are refused', () => {
  test.each([
    ['a sandbox on the main network', { PAYMENTS_MODE: 'sandbox', NETWORK: 'eip155:8453' }, 'NETWORK'],
    [
      'a test facilitator on the main network',
      { ...REAL, FACILITATOR_URL: 'https://x402.org/facilitator' },
      'FACILITATOR_URL',
    ],
    ['plain http beyond loopback', { ...REAL, PUBLIC_BASE_URL: 'http://api.example.com' }, 'PUBLIC_BASE_URL'],
    ['a facilitator over plain http', { ...REAL, FACILITATOR_URL: 'http://facilitator.example' }, 'FACILITATOR_URL'],
    ['an RPC over plain http', { ...REAL, RPC_URL: 'https://a.example,http://b.example' }, 'RPC_URL'],
    ['the zero address', { ...REAL, PAY_TO: '0x0000000000000000000000000000000000000000' }, 'PAY_TO'],
    ['a broken checksum', { ...REAL, PAY_TO: PAY_TO.replace('C8', 'c8') }, 'PAY_TO'],
    ['no address', { ...REAL, PAY_TO: 'me' }, 'PAY_TO'],
    ['another token', { ...REAL, ASSET: PAY_TO }, 'ASSET'],
    ['an unknown network', { ...REAL, NETWORK: 'eip155:1' }, 'NETWORK'],
    ['credentials in a URL', { ...REAL, FACILITATOR_URL: 'https://user:pass@facilitator.example' }, 'FACILITATOR_URL'],
    ['a public host without a base URL', { ...REAL, PUBLIC_BASE_URL: '', HOST: '0.0.0.0' }, 'PUBLIC_BASE_URL'],
    ['a free price', { PRICES: 'service_eol_product=0' }, 'PRICES'],
    ['a price that is no amount', { PRICES: 'service_eol_product=cheap' }, 'PRICES'],
    ['a price of no route', { PRICES: 'service_eol_nothing=0.002' }, 'PRICES'],
  ])('%s', (_name, env, variable) => {
    expect(faults(env)).toEqual([expect.stringContaining(variable)]);
  });
});

describe('an address without a checksum', () => {
  test('is refused where a typing error could lose money, with the checksummed form in the message', () => {
    expect(faults({ ...REAL, PAY_TO: PAY_TO.toLowerCase() })).toEqual([
      `PAY_TO is written without its EIP-55 checksum; if it means ${PAY_TO}, write it so`,
    ]);
  });

  test.each([
    ['the test network', { ...REAL, NETWORK: 'eip155:84532' }],
    ['the sandbox', { PAYMENTS_MODE: 'sandbox' }],
  ])('is taken with a warning on %s', (_name, env) => {
    const { payments, warnings } = readConfig({ ...env, PAY_TO: PAY_TO.toLowerCase() });

    expect(payments).toMatchObject({ terms: { payTo: PAY_TO } });
    expect(warnings.join()).toContain(PAY_TO);
  });
});

test.each([
  ['nothing', {}, []],
  ['a way to be reached', { CONTACT: '' }, ['CONTACT']],
  ['a chain to ask', { RPC_URL: '' }, ['RPC_URL']],
  ['screening that cannot be lost', { SANCTIONS: 'auto' }, ['SANCTIONS']],
  ['screening at all', { SANCTIONS: 'off' }, ['SANCTIONS']],
  ['all of them', { CONTACT: '', RPC_URL: '', SANCTIONS: '' }, ['RPC_URL', 'SANCTIONS', 'CONTACT']],
  ['a chain and screening on the test network', { NETWORK: 'eip155:84532', RPC_URL: '', SANCTIONS: '' }, []],
])('who takes real money without %s is warned', (_name, change, names) => {
  const { warnings } = readConfig({ ...COMPLETE, ...change });

  expect(warnings).toEqual(names.map((name) => expect.stringContaining(`${name} is not`)));
});

describe('what would not do what its operator thinks is refused', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['facilitator mode without anything', { PAYMENTS_MODE: 'facilitator' }, /^PAY_TO and FACILITATOR_URL must be set/],
    ['facilitator mode without a facilitator', { ...REAL, FACILITATOR_URL: '' }, /^FACILITATOR_URL must be set/],
    ['facilitator mode without a recipient', { ...REAL, PAY_TO: ' ' }, /^PAY_TO must be set/],
    ['a token that is missing', { ...REAL, FACILITATOR_AUTH: 'bearer' }, /^FACILITATOR_TOKEN must be set/],
    ['one port for two servers', { PORT: '9000', METRICS_PORT: '9000' }, /^METRICS_PORT must not be PORT/],
    ['a misspelt name', { PAYMENT_MODE: 'facilitator' }, /^PAYMENT_MODE .*did you mean PAYMENTS_MODE\?/],
    ['a misspelt file of a secret', { L402_SECRET_FIEL: '/x' }, /did you mean L402_SECRET_FILE\?/],
    ['https that ends at an unknown proxy', { PUBLIC_BASE_URL: 'https://api.example.com' }, /^TRUST_PROXY must be set/],
    ['the same on every address', { ...REAL, HOST: '0.0.0.0', TRUST_PROXY: '' }, /^TRUST_PROXY must be set/],
  ])('%s', (_name, env, fault) => {
    expect(faults(env)).toEqual([expect.stringMatching(fault)]);
  });

  test('all of them are reported at once, at a start as well as by --check-config', () => {
    expect(
      faults({ PAYMENTS_MODE: 'facilitator', PORT: '9000', METRICS_PORT: '9000', TRUST_PROXIE: '1', LOG_LEVEL: 'x' }),
    ).toHaveLength(4);
  });

  test('but not what runs today: any port for both, and names of others', () => {
    expect(
      faults({ PORT: '0', METRICS_PORT: '0', HOSTNAME: 'a', DATABASE_URL: 'b', PORTS: '1', XDG_DATA_DIRS: '/' }),
    ).toEqual([]);
  });
});

test('payments that are half configured give a warning', () => {
  expect(readConfig({ PAY_TO }).warnings).toEqual([expect.stringContaining('payments are off')]);
  expect(readConfig({ PAY_TO, PAYMENTS_MODE: 'off' }).warnings).toEqual([]);
});

test.each([
  ['1', []],
  ['10.0.0.0/8', []],
  ['0', [expect.stringContaining('five refused payments')]],
])('https behind TRUST_PROXY=%s', (TRUST_PROXY, warnings) => {
  expect(readConfig({ ...COMPLETE, TRUST_PROXY }).warnings).toEqual(warnings);
});

test('plain http is allowed on loopback', () => {
  expect(
    faults({ ...REAL, PUBLIC_BASE_URL: 'http://127.0.0.1:8402', FACILITATOR_URL: 'http://localhost:4022' }),
  ).toEqual([]);
});

test('a proxy list is read as CIDRs', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
});

describe('secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('may come from a file', () => {
    writeFileSync(join(folder, 'token'), 'from-a-file\n');

    const { payments } = readConfig({ ...REAL, FACILITATOR_TOKEN_FILE: join(folder, 'token') });

    expect(payments).toMatchObject({ facilitators: [{ auth: { kind: 'bearer', token: 'from-a-file' } }] });
  });

  test('never appear in a fault', () => {
    const reported = faults({
      ...REAL,
      RPC_URL: 'http://node.example/secret-key',
      FACILITATOR_TOKEN: 'tell-no-one',
      FACILITATOR_TOKEN_FILE: '/nowhere',
    });

    expect(reported.length).toBeGreaterThan(0);
    expect(reported.join()).not.toMatch(/secret-key|tell-no-one/);
  });
});
