import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseKeySet, type KeySet } from '@stackcheck/signing';
import { KeyError, withKey } from '@stackcheck/signing/keys';
import { readKeySet, writeDraft } from '../keys';

/**
 * The keys that vouch for a publisher: those of the operator's file, and those that a known one introduced, which are in the
 * published set.
 * @throws KeyError when the operator's file is missing or no key set
 */
export function readPinnedKeys(pinnedFile: string | null, keySetFile: string): KeySet {
  if (pinnedFile === null || !existsSync(pinnedFile)) throw new KeyError('SNAPSHOT_KEYS_FILE cannot be read');
  const pinned = parseKeySet(readFileSync(pinnedFile, 'utf8'));
  if (pinned.keys.length === 0) throw new KeyError('SNAPSHOT_KEYS_FILE holds no key');
  return readKeySet(keySetFile).keys.reduce(withKey, pinned);
}

/** Adds keys that a known one signed to the published set, for this node's API and for everyone. */
export function addKeys(keySetFile: string, keys: KeySet['keys']): void {
  const before = readKeySet(keySetFile);
  // Read like a stranger's: only keys whose ids are theirs.
  const after = parseKeySet(JSON.stringify({ keys })).keys.reduce(withKey, before);
  if (after === before) return;
  mkdirSync(dirname(keySetFile), { recursive: true, mode: 0o700 });
  renameSync(writeDraft(keySetFile, `${JSON.stringify(after, null, 2)}\n`, 0o644), keySetFile);
}
