import { existsSync, readFileSync } from 'node:fs';
import { parseKeySet, type KeySet } from '@stackcheck/signing';
import { readKeySet } from '@stackcheck/store-sqlite/keys';
import { KeyError, withKey, withRevoked } from '@stackcheck/signing/keys';
import { replaceKeySet } from './signing-key';

/**
 * The keys that vouch for a publisher: those of the operator's file, and those that a known one introduced, which are in the
 * published set. What either of them names as revoked is none.
 * @throws KeyError when the operator's file is missing or no key set
 */
export function readPinnedKeys(pinnedFile: string | null, keySetFile: string): KeySet {
  if (pinnedFile === null || !existsSync(pinnedFile)) throw new KeyError('SNAPSHOT_KEYS_FILE cannot be read');
  const pinned = parseKeySet(readFileSync(pinnedFile, 'utf8'));
  if (pinned.keys.length === 0) throw new KeyError('SNAPSHOT_KEYS_FILE holds no key');
  const { keys, revoked = [] } = readKeySet(keySetFile);
  return keys.reduce(withKey, withRevoked(pinned, revoked));
}

/**
 * Adds keys that a known one signed to the published set, for this node's API and for everyone, and takes revoked ones out of it.
 * @param pinned what the operator's file names as revoked, or the published set did before
 */
export function addKeys(keySetFile: string, { keys, revoked = [] }: KeySet, pinned: KeySet['revoked'] = []): void {
  const before = readKeySet(keySetFile);
  // Read like a stranger's: only keys whose ids are theirs.
  const signed = parseKeySet(JSON.stringify({ keys, revoked }));
  const times = new Map(signed.keys.map((key) => [key.kid, key]));
  const kept = { ...before, keys: before.keys.map((key) => times.get(key.kid) ?? key) };
  const after = signed.keys.reduce(withKey, withRevoked(kept, [...pinned, ...(signed.revoked ?? [])]));
  if (JSON.stringify(after) !== JSON.stringify(before)) replaceKeySet(keySetFile, after);
}
