import { existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '@stackcheck/contract';
import { generateKeyPem, verifiersOf, type KeySet, type Signer, type Verifier } from '@stackcheck/signing';
import { readKeySet, signerInUse, writeDraft, writeKeySet, type KeyFiles } from '@stackcheck/store-sqlite/keys';
import { KeyError, withKey } from '@stackcheck/signing/keys';
import { storageFault } from '@stackcheck/store-sqlite/snapshots';
import type { IngestConfig } from '../config/config';

/** The dataset signing key, with what an operator should know about its file. */
export interface SigningKey {
  /** As of now: a successor signs from its time on, without a restart. Taken once for each piece of work. */
  readonly signer: Signer;
  readonly created: boolean;
  readonly warning: string | null;
}

/**
 * Reads the private key, making one when there is none, and sees to it that its public key is published before
 * anything is signed with it.
 * @throws KeyError when the key or the published set is unreadable; neither is ever overwritten
 */
export function openSigningKey({ signingKeyFile, keySetFile }: IngestConfig, clock: Clock): SigningKey {
  const files: KeyFiles = { privateFile: signingKeyFile, setFile: keySetFile };
  const created = !existsSync(signingKeyFile) && createKey(signingKeyFile);
  publishKey(keySetFile, signerInUse(files, clock.now()), created ? clock.now() : undefined);
  const mode = statSync(signingKeyFile).mode & 0o077;
  const warning = mode === 0 ? null : `${signingKeyFile} can be read by other users; chmod 600 it`;
  return {
    created,
    warning,
    get signer() {
      return signerInUse(files, clock.now());
    },
  };
}

/** The published keys by id; empty when none was published yet. */
export function readVerifiers(keySetFile: string): ReadonlyMap<string, Verifier> {
  return verifiersOf(readKeySet(keySetFile));
}

/** Of two workers that start at once on an empty folder one makes the key and both use it. */
function createKey(file: string): boolean {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = onDisk(file, () => writeDraft(file, generateKeyPem(), 0o600));
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

/** @param lostAtMs when the key before was found to be gone: it signs nothing any more */
function publishKey(file: string, { publicJwk }: Signer, lostAtMs: number | undefined): void {
  const set = readKeySet(file);
  const exp = lostAtMs === undefined ? undefined : Math.floor(lostAtMs / 1000);
  const keys = exp === undefined ? set.keys : set.keys.map((key) => (key.exp === undefined ? { ...key, exp } : key));
  const wanted = withKey({ ...set, keys }, publicJwk);
  if (wanted.keys !== set.keys) replaceKeySet(file, wanted);
}

/** Puts a key set in the place of the published one. @throws KeyError when it cannot be written */
export function replaceKeySet(file: string, set: KeySet): void {
  onDisk(file, () => writeKeySet(file, set));
}

/** @throws KeyError when it cannot be written, e.g. on a full disk; nothing of it is left then */
function onDisk<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const fault = storageFault(error, file);
    if (fault === undefined) throw error;
    throw new KeyError(`${file} cannot be written: ${fault.reason}`, { cause: error });
  }
}
