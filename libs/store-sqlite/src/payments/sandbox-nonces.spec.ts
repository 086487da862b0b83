import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchemaError } from '../migrate';
import { newerDatabase } from '../testing';
import { openPaymentLedger } from './payment-ledger';
import { openSandboxNonces } from './sandbox-nonces';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-nonces-'));
const file = join(folder, 'payments.db');
const key = { network: 'eip155:84532', asset: '0xa5', payer: '0xb6', nonce: '0xc7' };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('sandbox nonces', () => {
  it('are spent once, by the first caller, and stay spent over a restart next to the ledger', async () => {
    const ledger = openPaymentLedger(file, { bootId: 'boot-1' });
    const nonces = openSandboxNonces(file);
    expect(await nonces.spentBy(key)).toBeUndefined();

    expect(await Promise.all([nonces.spend(key, 'first', 1), nonces.spend(key, 'second', 2)])).toEqual([
      'first',
      'first',
    ]);
    nonces.close();
    ledger.close();

    const again = openSandboxNonces(file);
    expect(await again.spentBy(key)).toBe('first');
    expect(await again.spentBy({ ...key, payer: '0xother' })).toBeUndefined();
    again.close();
  });

  it('are not opened in a ledger that a newer program wrote', () => {
    const newer = join(folder, 'newer.db');
    newerDatabase(newer);

    expect(() => openSandboxNonces(newer)).toThrow(SchemaError);
  });
});
