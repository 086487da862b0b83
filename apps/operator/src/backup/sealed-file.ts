import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { SettingsError } from '../settings';

/** A sealed file is not as it was written, or was sealed with another key. */
export class SealError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealError';
  }
}

const MAGIC = Buffer.from('stackcheck-backup-1\n');
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES;
const PIECE_BYTES = 1_048_576;

/**
 * Writes pieces to a new file, encrypted and authenticated as a whole: magic, salt, nonce, AES-256-GCM of all pieces, tag. The key of each
 * file is derived from the given one and the salt (HKDF-SHA-256), so that no two files share a key. Synced before it returns.
 * @param key 32 bytes
 */
export function writeSealed(file: string, key: Buffer, pieces: Iterable<Buffer>): void {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const head = Buffer.concat([MAGIC, salt, nonce]);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, salt), nonce).setAAD(head);
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeAll(handle, head);
    for (const piece of pieces) writeAll(handle, cipher.update(piece));
    writeAll(handle, cipher.final());
    writeAll(handle, cipher.getAuthTag());
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads a sealed file piece by piece. Nothing of it may be relied on before this has returned: the tag comes last.
 * @throws SealError when it was changed, cut off, or sealed with another key
 */
export function readSealed(file: string, key: Buffer, take: (piece: Buffer) => void): void {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const head = readAt(handle, 0, HEAD_BYTES);
    if (size < HEAD_BYTES + TAG_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC))
      throw new SealError(`${file} is no backup of this program`);
    const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
    const opener = createDecipheriv('aes-256-gcm', keyOf(key, salt), head.subarray(-NONCE_BYTES)).setAAD(head);
    const end = size - TAG_BYTES;
    opener.setAuthTag(readAt(handle, end, TAG_BYTES));
    for (let at = HEAD_BYTES; at < end; at += PIECE_BYTES)
      take(opener.update(readAt(handle, at, Math.min(PIECE_BYTES, end - at))));
    try {
      opener.final();
    } catch {
      throw new SealError(`${file} was changed, is incomplete, or was sealed with another key`);
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * The key in a file: 64 hex digits, as `openssl rand -hex 32` gives them.
 * @throws SettingsError when it cannot be read, is no such key, or others can read it
 */
export function readKeyFile(file: string): Buffer {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingsError(`the key ${file} cannot be read; make one: (umask 077; openssl rand -hex 32 > ${file})`);
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SettingsError(`${file} must hold 64 hex digits: openssl rand -hex 32`);
  if ((statSync(file).mode & 0o077) !== 0) throw new SettingsError(`${file} can be read by other users; chmod 600 it`);
  return Buffer.from(text, 'hex');
}

function keyOf(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, MAGIC, 32));
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const read = readSync(handle, bytes, at, length - at, position + at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}
