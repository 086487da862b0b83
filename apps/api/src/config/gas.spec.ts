import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { inspect } from 'node:util';
import { join } from 'node:path';
import { readConfig } from '../composition/read-config';
import { ConfigError } from './config';
import { generateKeyPem } from '@stackcheck/signing';

const KEY = `0x${'5e'.repeat(32)}`;
const SELF = {
  PAYMENTS_MODE: 'self',
  NETWORK: 'eip155:84532',
  PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  RPC_URL: 'https://node.example/key',
  GAS_KEY: KEY,
};

function faults(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('a wallet, its limits and the nodes; the key comes from a file and is in nothing that can be printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gas-'));
  try {
    writeFileSync(join(folder, 'gas.key'), `${KEY}\n`);
    const { GAS_KEY: _, ...rest } = SELF;
    const config = readConfig({ ...rest, GAS_KEY_FILE: join(folder, 'gas.key'), ETH_USD: '3000' });

    expect(config.payments).toMatchObject({
      mode: 'self',
      rpcUrls: ['https://node.example/key'],
      gas: {
        wallet: { address: '0xd8291E50E2e68fb2c70d77cCDc707D291a89f209' },
        etherUsd: 3000,
        limits: { feeMaxWei: 500_000_000n, balanceMinWei: 2n * 10n ** 15n, bundleMs: 250, confirmations: 1 },
      },
    });
    expect(inspect(config, { depth: 9, showHidden: true })).not.toContain('5e5e');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a warning asks for one wallet per instance where several share a database', () => {
  const { warnings } = readConfig({
    ...SELF,
    LEDGER_URL: 'postgresql://a:b@localhost/c',
    STACK_WATCH: 'off',
    RECEIPT_KEY: generateKeyPem(),
  });

  expect(warnings.join()).toContain('GAS_KEY must be another one on each instance');
});

test.each<[string, Record<string, string>, RegExp]>([
  ['no key', { GAS_KEY: '' }, /^GAS_KEY_FILE must be set/],
  ['a key that is none', { GAS_KEY: '0x5e5e' }, /^GAS_KEY must be a private key/],
  ['a key outside of the curve', { GAS_KEY: `0x${'f'.repeat(64)}` }, /^GAS_KEY must be a private key/],
  ['the key of the recipient', { PAY_TO: '0xd8291E50E2e68fb2c70d77cCDc707D291a89f209' }, /^GAS_KEY must not be/],
  ['no node', { RPC_URL: '' }, /^RPC_URL must be set/],
  ['no recipient', { PAY_TO: '' }, /^PAY_TO must be set when PAYMENTS_MODE is self/],
  ['a facilitator as well', { FACILITATOR_URL: 'https://facilitator.example' }, /^FACILITATOR_URL must not be set/],
  ['a fee of nothing', { GAS_FEE_MAX_GWEI: '0' }, /^GAS_FEE_MAX_GWEI must be a positive/],
  ['a fee that is no number', { GAS_FEE_MAX_GWEI: '1e3' }, /^GAS_FEE_MAX_GWEI must be a positive/],
  ['more decimals than there are', { GAS_FEE_MAX_GWEI: '0.0000000001' }, /^GAS_FEE_MAX_GWEI must be a positive/],
  ['a negative limit', { GAS_LOW_ETH: '-1' }, /^GAS_LOW_ETH must be a positive/],
  ['a long wait', { BUNDLE_MS: '5000' }, /^BUNDLE_MS must be a whole number from 0 to 2000/],
  ['no confirmation', { CONFIRMATIONS: '0' }, /^CONFIRMATIONS must be a whole number from 1 to 4/],
  ['a price that is none', { ETH_USD: 'much' }, /^ETH_USD must be a positive/],
])('%s is refused by name, without the key', (_what, change, fault) => {
  const found = faults({ ...SELF, ...change });

  expect(found).toEqual([expect.stringMatching(fault)]);
  expect(found.join()).not.toContain('5e5e');
});

test('settings of the wallet are refused where nothing reads them', () => {
  expect(faults({ PAYMENTS_MODE: 'sandbox', GAS_KEY: KEY, BUNDLE_MS: '10' })).toEqual([
    'GAS_KEY, BUNDLE_MS must not be set unless PAYMENTS_MODE is self',
  ]);
});
