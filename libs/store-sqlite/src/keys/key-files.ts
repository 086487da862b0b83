import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseKeySet, signerFromPem, type KeySet, type Signer } from '@stackcheck/signing';
import { KeyError } from '@stackcheck/signing/keys';
import { writeDraft } from './write-draft';

/** Where a signing key and the public keys that belong to it are kept. */
export interface KeyFiles {
  /** PKCS #8 PEM, of its owner alone; `<file>.next` is its successor. */
  readonly privateFile: string;
  /** The published set: the key, those before it, and a coming one. */
  readonly setFile: string;
}

/**
 * The key that signs now. A successor whose time has come takes the file's place with the first process that looks; where the folder cannot be written
 * it signs all the same.
 * @throws KeyError where a file cannot be used, or the key was revoked
 */
export function signerInUse(files: KeyFiles, nowMs: number): Signer {
  const { signer, isSuccessor } = whoSigns(files, nowMs);
  if (!isSuccessor) return signer;
  try {
    renameSync(nextFile(files.privateFile), files.privateFile);
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return readSigner(files.privateFile);
  }
  return signer;
}

/** The id of the key that signs now; changes nothing. @throws KeyError as `signerInUse` does */
export function keyIdInUse(files: KeyFiles, nowMs: number): string {
  return whoSigns(files, nowMs).signer.keyId;
}

function whoSigns(files: KeyFiles, nowMs: number): { readonly signer: Signer; readonly isSuccessor: boolean } {
  const { keys, revoked = [] } = readKeySet(files.setFile);
  const next = successorOf(files);
  // One that is not published yet was being made when something broke off: no client could verify what it signs.
  const published = keys.find(({ kid }) => kid === next?.keyId);
  const isSuccessor = published !== undefined && (published.nbf ?? 0) * 1000 <= nowMs;
  const signer = isSuccessor ? next! : readSigner(files.privateFile);
  if (revoked.some(({ kid }) => kid === signer.keyId))
    throw new KeyError(`the key in ${files.privateFile} was revoked: remove it, and another is made`);
  return { signer, isSuccessor };
}

/** The key that is to follow, if it can be read. @throws KeyError as `signerInUse` does */
export function successorOf({ privateFile }: KeyFiles): Signer | undefined {
  const file = nextFile(privateFile);
  return existsSync(file) ? readSigner(file) : undefined;
}

/** Where the successor of a key is kept. */
export function nextFile(privateFile: string): string {
  return `${privateFile}.next`;
}

/** The published keys; none when none was published yet. @throws KeyError when the file is no key set */
export function readKeySet(setFile: string): KeySet {
  return existsSync(setFile) ? parseKeySet(readFileSync(setFile, 'utf8')) : { keys: [] };
}

/** Puts a key set in place, whole or not at all. */
export function writeKeySet(setFile: string, set: KeySet): void {
  putFile(setFile, `${JSON.stringify(set, null, 2)}\n`, 0o644);
}

/** Puts a file in place, whole or not at all; it is on the disk when this returns. */
export function putFile(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = writeDraft(file, text, mode);
  try {
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function readSigner(file: string): Signer {
  try {
    return signerFromPem(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof KeyError) throw cause;
    throw new KeyError(`${file} cannot be read`, { cause });
  }
}
