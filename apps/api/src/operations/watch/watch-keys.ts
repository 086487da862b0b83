import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LIMITS } from '@stackcheck/contract';
import { SECRET_BYTES, type KeyRing } from '@stackcheck/stack-core/token';
import type { WatchConfig } from '../../config/watch';
import { parseWatchKeys, type DatedSecret } from '../../config/watch-key-ring';

/** What watch tokens are sealed with. */
export interface WatchKeys {
  /** As it is now; empty where watching is off. */
  readonly ring: KeyRing;
  /** 12 random bytes, for one token (NIST SP 800-38D section 8.2.2: good for 2^32 tokens of one key). */
  nonce(): Uint8Array;
}

/** The keys that the configuration asks for. */
export function watchKeys(config: WatchConfig, dataDir: string, nowMs: number): WatchKeys {
  const ring = config.mode === 'own' ? ownRing(dataDir, nowMs) : () => (config.mode === 'given' ? config.ring : []);
  return {
    get ring() {
      return ring();
    },
    nonce: () => randomBytes(12),
  };
}

/**
 * The ring of this installation, read again when another process has written it: of two that overlap at a restart, the
 * earlier one must open what the later one sealed. A file that cannot be used leaves the ring as it was.
 */
function ownRing(dataDir: string, nowMs: number): () => KeyRing {
  const file = fileOf(dataDir);
  let ring: KeyRing = ownWatchKeys(dataDir, nowMs);
  // Not yet: of two that write at once, the earlier one would take the later one's file for its own.
  let seen: string | undefined;
  return () => {
    const stamp = stampOf(file);
    if (stamp === seen) return ring;
    seen = stamp;
    try {
      ring = readOwn(file);
    } catch {
      // The next start reports it; until then the keys in memory are used.
    }
    return ring;
  };
}

/** Another one for every write, since a write is a new file under the old name. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}

const fileOf = (dataDir: string): string => join(dataDir, 'keys', 'watch-keys.json');

const DAY_MS = 86_400_000;

/** A key seals tokens for so long before the next start takes a new one. */
const KEY_LIFETIME_MS = 90 * DAY_MS;

/** A key that was replaced is dropped when every token that it sealed has expired, and a day later. */
const KEPT_AFTER_MS = (LIMITS.watchTokenLifetimeDays + 1) * DAY_MS;

/**
 * The ring of this installation, `keys/watch-keys.json`: made at first start, readable by its owner alone. At a start, a
 * key that is 90 days old gets a successor, and keys whose last token has expired are dropped.
 * @throws Error when the file is readable by others or holds anything else
 */
export function ownWatchKeys(dataDir: string, nowMs: number): KeyRing {
  const file = fileOf(dataDir);
  if (!existsSync(file)) write(file, rotated([], nowMs), putFirst);
  const known = readOwn(file);
  const keys = rotated(known, nowMs);
  if (keys !== known) write(file, keys, renameSync);
  return keys;
}

/**
 * Adds a key that seals from now on to the ring of this installation; the others open their tokens until those have expired. A running
 * service takes it up by itself.
 * @returns its id
 * @throws Error as `ownWatchKeys` does
 */
export function rotateWatchKeys(dataDir: string, nowMs: number): string {
  const file = fileOf(dataDir);
  const next = newKey(nowMs);
  write(file, [...(existsSync(file) ? readOwn(file) : []), next], renameSync);
  return next.id;
}

/** Puts a new key in the place of the whole ring: no token of before can be opened any more. @returns its id */
export function revokeWatchKeys(dataDir: string, nowMs: number): string {
  const next = newKey(nowMs);
  write(fileOf(dataDir), [next], renameSync);
  return next.id;
}

function newKey(nowMs: number): DatedSecret {
  return { id: randomBytes(6).toString('base64url'), secret: randomBytes(SECRET_BYTES), createdAtMs: nowMs };
}

function rotated(keys: readonly DatedSecret[], nowMs: number): readonly DatedSecret[] {
  const kept = keys.filter((_, index) => {
    const successor = keys[index + 1];
    return successor === undefined || nowMs - successor.createdAtMs < KEPT_AFTER_MS;
  });
  const newest = kept.at(-1);
  if (newest !== undefined && nowMs - newest.createdAtMs < KEY_LIFETIME_MS) {
    return kept.length === keys.length ? keys : kept;
  }
  return [...kept, newKey(nowMs)];
}

function readOwn(file: string): readonly DatedSecret[] {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error('keys/watch-keys.json is readable by others; set its mode to 0600 or replace it');
  try {
    return parseWatchKeys(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`keys/watch-keys.json: ${(cause as Error).message}`, { cause });
  }
}

/** Whole or not at all: a file cut short would make every token invalid. */
function write(file: string, keys: readonly DatedSecret[], put: (written: string, file: string) => void): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const list = keys.map(({ id, secret, createdAtMs }) => ({
    id,
    secret: Buffer.from(secret).toString('base64url'),
    created_at: new Date(createdAtMs).toISOString(),
  }));
  // In containers two processes may well have the same id.
  const next = `${file}.${randomBytes(6).toString('hex')}.new`;
  writeFileSync(next, `${JSON.stringify({ keys: list }, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  put(next, file);
}

/** Of two processes that start at once, both use the keys of the first: tokens sealed with lost ones would be worth nothing. */
function putFirst(written: string, file: string): void {
  try {
    linkSync(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(written, { force: true });
  }
}
