import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptSigner } from './keys';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-keys-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = (): string => join(dataDir, 'keys', 'api-receipts.pem');

describe('the receipt key', () => {
  test('is made at the first start, for the owner alone, and kept', () => {
    const first = receiptSigner(dataDir).keyId;

    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(receiptSigner(dataDir).keyId).toBe(first);
  });

  test.each([0o640, 0o604, 0o660, 0o644])('does not sign when its file has mode %o', (mode) => {
    receiptSigner(dataDir);
    chmodSync(file(), mode);

    expect(() => receiptSigner(dataDir)).toThrow('readable by others');
  });
});
