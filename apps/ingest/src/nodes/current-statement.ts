import type { DatasetId, Manifest } from '@stackcheck/datasets';
import type { IndexFile } from '@stackcheck/datasets/snapshot';
import { canonicalBytes, parseKeySet, verifiersOf, type KeySet, type Signer } from '@stackcheck/signing';
import { signPayload, verifyPayload } from '@stackcheck/signing/envelope';
import { KeyError, withIntroduced } from '@stackcheck/signing/keys';
import { statementShapeFault } from './statement-shape';

/** Name of the file that says what is served now; everything else is a blob. */
export const CURRENT_FILE = 'current.json';

/** DSSE payload type: such a signature can pass for none of a snapshot, and none of those for it. */
export const CURRENT_TYPE = 'application/vnd.stackcheck.current.v1+json';

/** A larger `current.json` is not read. */
export const CURRENT_BYTES_MAX = 16 * 1024 * 1024;

/** One blob: its name is its digest. */
export type Blob = IndexFile;

/** A kept snapshot, with the blobs that it is made of. */
export interface ListedSnapshot {
  readonly manifest: Manifest;
  /** The bytes as they are stored: a document itself, or the small document that names index file and pack. */
  readonly content: Blob;
  /** Index file and pack, where the publisher still has them; none for a document. */
  readonly files: readonly (Blob & { readonly kind: 'index' | 'pack' })[];
}

/** A delta to the current snapshot. The blob's digest is that of its proof. */
export interface ListedDelta extends Blob {
  readonly from: string;
  readonly key_id: string;
  readonly signature: string;
}

/** What the publisher keeps of one dataset. */
export interface ListedDataset {
  readonly dataset: DatasetId;
  readonly current: string;
  /** ISO 8601 UTC of the last check of upstream that succeeded. */
  readonly refreshed_at: string;
  /** ISO 8601 UTC: nobody answers from `current` before. */
  readonly serve_from: string;
  /** Newest first; the first one is current. */
  readonly snapshots: readonly ListedSnapshot[];
  readonly deltas: readonly ListedDelta[];
  /** Ids of snapshots that were kept and are not any more, newest first. */
  readonly removed: readonly string[];
}

/** What `current.json` states. */
export interface CurrentStatement {
  readonly type: 'current';
  readonly version: 1;
  /** Grows with each statement; a smaller one than was seen is refused. */
  readonly sequence: number;
  readonly made_at: string;
  /** Nothing is taken up from it after this time. */
  readonly expires_at: string;
  /** The publisher's keys, old and coming ones: a new key counts because a known one signed this list. */
  readonly keys: KeySet['keys'];
  /** Keys that nobody may trust any more; absent where none was ever revoked. */
  readonly revoked?: KeySet['revoked'];
  readonly datasets: readonly ListedDataset[];
}

/** A statement that a known key signed, or why it is none. */
export type OpenedStatement =
  { readonly ok: true; readonly statement: CurrentStatement } | { readonly ok: false; readonly fault: string };

/**
 * The bytes of `current.json`: a DSSE envelope. Next to the signature stand the keys that were introduced, so that a node which missed a
 * rotation finds the way from the key that it knows to the one that signs.
 */
export function sealCurrent(statement: CurrentStatement, signer: Signer): Uint8Array {
  const payload = canonicalBytes(statement);
  return canonicalBytes({
    payload: Buffer.from(payload).toString('base64'),
    payloadType: CURRENT_TYPE,
    signatures: [{ keyid: signer.keyId, sig: signPayload(signer, CURRENT_TYPE, payload) }],
    introduced: statement.keys.filter(({ introduced_by: by }) => by !== undefined),
  });
}

/** Reads `current.json` as a stranger's: nothing in it is looked at before a known key, or one that such a key introduced, vouches for it. */
export function openCurrent(bytes: Uint8Array, known: KeySet): OpenedStatement {
  const envelope = parsed(bytes) as Partial<Envelope> | undefined;
  if (typeof envelope?.payload !== 'string' || !Array.isArray(envelope.signatures)) {
    return refused('current.json is no DSSE envelope');
  }
  if (envelope.payloadType !== CURRENT_TYPE) return refused('current.json is of another type');
  const payload = Buffer.from(envelope.payload, 'base64');
  const verifiers = verifiersOf(withIntroduced(known, introducedIn(envelope)));
  const signatures = envelope.signatures as readonly Partial<EnvelopeSignature>[];
  const isSigned = signatures.slice(0, 8).some(({ keyid, sig }) => {
    const verifier = verifiers.get(String(keyid));
    return verifier !== undefined && verifyPayload(verifier, CURRENT_TYPE, payload, String(sig));
  });
  if (!isSigned) return refused('no known key signed current.json');
  const statement = parsed(payload);
  const fault = statementShapeFault(statement);
  return fault === undefined ? { ok: true, statement: statement as CurrentStatement } : refused(fault);
}

/** Keys that somebody is said to have introduced; none where any of them is no key. */
function introducedIn({ introduced = [] }: Partial<Envelope>): KeySet['keys'] {
  try {
    return parseKeySet(JSON.stringify({ keys: introduced })).keys;
  } catch (error) {
    if (error instanceof KeyError) return [];
    throw error;
  }
}

interface EnvelopeSignature {
  readonly keyid: string;
  readonly sig: string;
}

interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly unknown[];
  readonly introduced: unknown;
}

function refused(fault: string): OpenedStatement {
  return { ok: false, fault };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
