import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseKeySet, signerFromPem, verifiersOf } from '@stackcheck/signing';

/** A key file of an installation. */
export interface KeyFile {
  readonly file: string;
  /** What it is for. */
  readonly kind: string;
  /** RFC 7638 thumbprint of its public key, or of the newest of several; null where it has none. */
  readonly key_id: string | null;
  /** Of the file, in octal. */
  readonly mode: string;
  /** RFC 3339; when it was last written. */
  readonly modified_at: string;
  /** What is wrong with it, in a sentence that says what would do. */
  readonly problem: string | null;
}

interface Kind {
  readonly file: string;
  readonly kind: string;
  readonly isSecret: boolean;
  /** The id, where it has one. Throws where the content cannot be used. */
  readonly idOf: (text: string) => string | null;
}

const KINDS: readonly Kind[] = [
  { file: 'dataset-signing.pem', kind: 'signs snapshots', isSecret: true, idOf: pemId },
  {
    file: 'dataset-jwks.json',
    kind: 'verifies snapshots (public)',
    isSecret: false,
    idOf: (text) => [...verifiersOf(parseKeySet(text)).keys()].at(-1) ?? null,
  },
  { file: 'dataset-signing.pem.next', kind: 'signs snapshots next', isSecret: true, idOf: pemId },
  { file: 'api-receipts.pem', kind: 'signs receipts', isSecret: true, idOf: pemId },
  { file: 'api-receipts.pem.next', kind: 'signs receipts next', isSecret: true, idOf: pemId },
  {
    file: 'receipt-jwks.json',
    kind: 'verifies receipts (public)',
    isSecret: false,
    idOf: (text) => [...verifiersOf(parseKeySet(text)).keys()].at(-1) ?? null,
  },
  { file: 'watch-keys.json', kind: 'seals watch tokens', isSecret: true, idOf: (text) => (JSON.parse(text), null) },
  { file: 'l402-secret', kind: 'seals L402 tokens', isSecret: true, idOf: hexSecret },
  { file: 'l402-retired.json', kind: 'knows L402 tokens', isSecret: true, idOf: (text) => (JSON.parse(text), null) },
];

/** The key files of a folder that are there. */
export function listKeys(folder: string): readonly KeyFile[] {
  const keys = KINDS.flatMap((kind) => {
    const stat = statSync(join(folder, kind.file), { throwIfNoEntry: false });
    return stat === undefined ? [] : [describe(folder, kind, stat)];
  });
  return keys.map((key) => (key.file === 'dataset-signing.pem' ? publishedOrNot(key, folder) : key));
}

function describe(
  folder: string,
  { file, kind, isSecret, idOf }: Kind,
  stat: { readonly mode: number; readonly mtimeMs: number },
): KeyFile {
  const mode = (stat.mode & 0o777).toString(8).padStart(4, '0');
  const about = { file, kind, mode, modified_at: new Date(stat.mtimeMs).toISOString() };
  try {
    const key_id = idOf(readFileSync(join(folder, file), 'utf8'));
    const isOpen = isSecret && (stat.mode & 0o077) !== 0;
    return { ...about, key_id, problem: isOpen ? 'can be read by other users: chmod 600' : null };
  } catch {
    return { ...about, key_id: null, problem: 'cannot be read or is no such key: restore it from a backup' };
  }
}

/** Signatures of a key that is not published cannot be verified by anybody. */
function publishedOrNot(key: KeyFile, folder: string): KeyFile {
  if (key.key_id === null || key.problem !== null) return key;
  try {
    const published = verifiersOf(parseKeySet(readFileSync(join(folder, 'dataset-jwks.json'), 'utf8')));
    if (published.has(key.key_id)) return key;
  } catch {
    // Said of that file itself, where it is there.
  }
  return { ...key, problem: 'is not in dataset-jwks.json: the next run of ingest publishes it' };
}

function pemId(text: string): string {
  return signerFromPem(text).keyId;
}

function hexSecret(text: string): null {
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) throw new Error('not 64 hex digits');
  return null;
}
