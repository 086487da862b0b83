import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '@stackcheck/contract';
import { generateKeyPem, type KeySet, type Signer } from '@stackcheck/signing';
import { nextFile, readKeySet, signerInUse, writeKeySet, type KeyFiles } from '@stackcheck/store-sqlite/keys';
import { withKey } from '@stackcheck/signing/keys';
import { readAgain } from './read-again';

/** Public keys of the ingest worker; it writes this file, the API only reads it. */
export function datasetKeySet(dataDir: string): KeySet {
  return readKeySet(join(dataDir, 'keys', 'dataset-jwks.json'));
}

/** What signs receipts. It signs nothing else. */
export interface ReceiptKeys {
  /** The key as of now: a successor signs from its time on, without a restart. */
  readonly signer: () => Signer;
  /** It and those before it. */
  readonly published: () => KeySet;
}

/**
 * The keys of receipts: the given one, else this installation's own, made at first start. Either is put into the published set
 * (`keys/receipt-jwks.json`) before it signs, where it stays when another one takes over.
 * @throws Error when the key's file is readable by others: a key that may have leaked must not sign
 */
export function receiptKeys(dataDir: string, clock: Clock, given?: Signer): ReceiptKeys {
  const files = receiptFiles(dataDir);
  if (given === undefined) makeOwn(files.privateFile);
  const signer = given === undefined ? readAgain(() => ownSigner(files, clock.now()), clock) : () => given;
  const before = readKeySet(files.setFile);
  const others = ended(before, { except: signer().keyId, nowMs: clock.now() });
  const after = signingAgain(withKey(others, signer().publicJwk), signer().keyId, clock.now());
  if (!after.keys.some(({ kid }) => kid === signer().keyId))
    throw new Error('RECEIPT_KEY was revoked on this machine: give another one');
  if (after !== before) writeKeySet(files.setFile, after);
  return { signer, published: readAgain(() => readKeySet(files.setFile), clock) };
}

/** The files of the receipt key that an installation made for itself. */
export function receiptFiles(dataDir: string): KeyFiles {
  const keys = join(dataDir, 'keys');
  return { privateFile: join(keys, 'api-receipts.pem'), setFile: join(keys, 'receipt-jwks.json') };
}

/** What is published as one set: keys of datasets and of receipts. */
export function joinedKeySet(sets: readonly KeySet[]): KeySet {
  const revoked = sets.flatMap((set) => set.revoked ?? []);
  return { keys: sets.flatMap(({ keys }) => keys), ...(revoked.length > 0 && { revoked }) };
}

/**
 * The set in which every key has its end but the one that signs and those announced for later: one before was lost, or another one
 * is given in its place.
 */
function ended(set: KeySet, { except, nowMs }: { readonly except: string; readonly nowMs: number }): KeySet {
  const now = Math.floor(nowMs / 1000);
  const isOpen = ({ kid, exp, nbf = 0 }: KeySet['keys'][number]): boolean =>
    kid !== except && exp === undefined && nbf <= now;
  if (!set.keys.some(isOpen)) return set;
  return { ...set, keys: set.keys.map((key) => (isOpen(key) ? { ...key, exp: now } : key)) };
}

/** The set in which the key that signs has no end behind it, as one has that was replaced and is put back. */
function signingAgain(set: KeySet, keyId: string, nowMs: number): KeySet {
  const isOver = ({ kid, exp = Infinity }: KeySet['keys'][number]): boolean => kid === keyId && exp < nowMs / 1000;
  if (!set.keys.some(isOver)) return set;
  const keys = set.keys.map((key) => {
    if (!isOver(key)) return key;
    const { exp: _over, ...open } = key;
    return open;
  });
  return { ...set, keys };
}

/** The installation's own key, where there is none. */
function makeOwn(file: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, generateKeyPem(), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
}

function ownSigner(files: KeyFiles, nowMs: number): Signer {
  for (const file of [files.privateFile, nextFile(files.privateFile)]) {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (process.platform !== 'win32' && stat !== undefined && (stat.mode & 0o077) !== 0)
      throw new Error(
        `keys/${file === files.privateFile ? 'api-receipts.pem' : 'api-receipts.pem.next'} is readable by others; set its mode to 0600 or replace it`,
      );
  }
  return signerInUse(files, nowMs);
}
