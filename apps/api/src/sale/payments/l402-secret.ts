import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The secret of the L402 rail, made at first start: hex in `keys/l402-secret`, readable by its owner alone.
 * @throws Error when the file is readable by others or holds anything else
 */
export function l402Secret(dataDir: string): Uint8Array {
  const file = join(dataDir, 'keys', 'l402-secret');
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error('keys/l402-secret is readable by others; set its mode to 0600 or replace it');
  const text = readFileSync(file, 'latin1').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error('keys/l402-secret does not hold 64 hex digits');
  return Buffer.from(text, 'hex');
}
