import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  generateKeyPem,
  parseKeySet,
  signerFromPem,
  verifiersOf,
  type KeySet,
  type Signer,
  type Verifier,
} from '@stackcheck/signing';
import { KeyError, withKey } from '@stackcheck/signing/keys';
import { storageFault } from '@stackcheck/store-sqlite/snapshots';
import type { IngestConfig } from './config';

/** The dataset signing key, with what an operator should know about its file. */
export interface SigningKey {
  readonly signer: Signer;
  readonly created: boolean;
  readonly warning: string | null;
}

/**
 * Reads the private key, making one when there is none, and sees to it that its public key is published before
 * anything is signed with it.
 * @throws KeyError when the key or the published set is unreadable; neither is ever overwritten
 */
export function openSigningKey({ signingKeyFile, keySetFile }: IngestConfig): SigningKey {
  const created = !existsSync(signingKeyFile) && createKey(signingKeyFile);
  const signer = signerFromPem(readKey(signingKeyFile));
  publishKey(keySetFile, signer);
  const mode = statSync(signingKeyFile).mode & 0o077;
  const warning = mode === 0 ? null : `${signingKeyFile} can be read by other users; chmod 600 it`;
  return { signer, created, warning };
}

/** The published keys by id; empty when none was published yet. */
export function readVerifiers(keySetFile: string): ReadonlyMap<string, Verifier> {
  return verifiersOf(readKeySet(keySetFile));
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new KeyError(`SIGNING_KEY_FILE ${file} cannot be read`, { cause });
  }
}

/** Of two workers that start at once on an empty folder one makes the key and both use it. */
function createKey(file: string): boolean {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = writeDraft(file, generateKeyPem(), 0o600);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function publishKey(file: string, signer: Signer): void {
  const set = readKeySet(file);
  const wanted = withKey(set, signer.publicJwk);
  if (wanted === set) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  renameSync(writeDraft(file, `${JSON.stringify(wanted, null, 2)}\n`, 0o644), file);
}

/** The published keys; none when none was published yet. @throws KeyError when the file is no key set */
export function readKeySet(file: string): KeySet {
  return existsSync(file) ? parseKeySet(readFileSync(file, 'utf8')) : { keys: [] };
}

/**
 * Writes beside the file and to the disk, so that a rename or link puts a whole file in place or none.
 * @throws KeyError when it cannot be written, e.g. on a full disk; nothing of it is left then
 */
export function writeDraft(file: string, text: string, mode: number): string {
  const draft = `${file}.${process.pid}.draft`;
  try {
    const handle = openSync(draft, 'w', mode);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    const fault = storageFault(error, file);
    if (fault === undefined) throw error;
    throw new KeyError(`${file} cannot be written: ${fault.reason}`, { cause: error });
  }
}
