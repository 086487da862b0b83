import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateKeyPem, parseKeySet, signerFromPem, type KeySet, type Signer } from '@stackcheck/signing';

/** Public keys of the ingest worker; it writes this file, the API only reads it. */
export function datasetKeySet(dataDir: string): KeySet {
  const file = join(dataDir, 'keys', 'dataset-jwks.json');
  return existsSync(file) ? parseKeySet(readFileSync(file, 'utf8')) : { keys: [] };
}

/**
 * The API's own receipt key, made at first start. It signs receipts and nothing else.
 * @throws Error when the file is readable by others: a key that may have leaked must not sign
 */
export function receiptSigner(dataDir: string): Signer {
  const file = join(dataDir, 'keys', 'api-receipts.pem');
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, generateKeyPem(), { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new Error('keys/api-receipts.pem is readable by others; set its mode to 0600 or replace it');
  }
  return signerFromPem(readFileSync(file, 'utf8'));
}
