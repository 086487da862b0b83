import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPem } from '@stackcheck/signing';

/** The keys that all nodes share, as variables that name their files; made where they are missing. */
export function sharedKeys(folder: string, nowMs: number): Readonly<Record<string, string>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const put = (name: string, content: () => string): string => {
    const path = join(folder, name);
    if (!existsSync(path)) writeFileSync(path, content(), { mode: 0o600 });
    return path;
  };
  const watchKey = () => ({
    id: randomUUID().slice(0, 8),
    secret: randomBytes(32).toString('base64url'),
    created_at: new Date(nowMs).toISOString(),
  });
  return {
    RECEIPT_KEY_FILE: put('receipt.pem', generateKeyPem),
    WATCH_KEYS_FILE: put('watch-keys.json', () => JSON.stringify({ keys: [watchKey()] })),
  };
}
