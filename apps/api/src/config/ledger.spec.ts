import { generateKeyPem } from '@stackcheck/signing';
import { readConfig } from '../composition/read-config';
import type { ConfigError } from './config';

const URL = 'postgres://api:se%63ret@db1,db2:5433/ledger?sslmode=verify-full';
const SHARED = { RECEIPT_KEY: generateKeyPem(), STACK_WATCH: 'off', PAYMENTS_MODE: 'sandbox' };

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

describe('LEDGER_URL', () => {
  it('is absent: a file in DATA_DIR, and nothing else is asked for', () => {
    expect(readConfig({}).ledger).toEqual({ kind: 'sqlite' });
  });

  it('chooses PostgreSQL, whose standby is required unless one machine is meant', () => {
    expect(readConfig({ ...SHARED, LEDGER_URL: URL }).ledger).toEqual({
      kind: 'postgres',
      url: URL,
      standby: 'required',
    });
    expect(readConfig({ ...SHARED, LEDGER_URL: URL, LEDGER_STANDBY: 'none' }).ledger).toMatchObject({
      standby: 'none',
    });
  });

  it('needs what all instances share to be given', () => {
    expect(faultsOf({ LEDGER_URL: URL, PAYMENTS_MODE: 'sandbox', L402: 'sandbox' })).toEqual([
      expect.stringMatching(/^RECEIPT_KEY must be set with LEDGER_URL/),
      expect.stringMatching(/^WATCH_KEYS must be set with LEDGER_URL/),
      expect.stringMatching(/^L402_SECRET must be set with LEDGER_URL/),
    ]);
  });

  it.each([
    [{ LEDGER_URL: 'mysql://api:se%63ret@db/ledger' }, 'LEDGER_URL must be postgres://'],
    [{ LEDGER_URL: URL, LEDGER_STANDBY: 'maybe' }, 'LEDGER_STANDBY must be required or none'],
  ])('of %o is a fault that repeats no secret', (env, said) => {
    const faults = faultsOf({ ...SHARED, ...env });

    expect(faults).toEqual([expect.stringContaining(said)]);
    expect(faults.join()).not.toContain('se%63ret');
  });
});
