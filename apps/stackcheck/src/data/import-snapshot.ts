import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { openPack, packChunks, PackError } from '@stackcheck/advisory-pack';
import type { DatasetId, Manifest } from '@stackcheck/datasets';
import { openSnapshot, SnapshotError, type OpenedSnapshot } from '@stackcheck/datasets/open';
import { canonicalBytes, type KeySet } from '@stackcheck/signing';
import { CliError, EXIT } from '../program/exit-code';
import type { BundledSnapshot } from './bundle';
import type { DataFolder, StoredSnapshot } from './data-folder';
import { OFFLINE, packDigest, trustedManifest } from './trusted-manifest';

/** A download to put into the folder. */
export interface Download {
  /** Its name in messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The manifest of a pack, parsed; a snapshot in JSON brings its own. */
  readonly manifest?: unknown;
  /** When upstream was last known to have nothing newer; ISO 8601. */
  readonly confirmedAt?: string;
}

/** Of an unpacked download. */
const BYTES_MAX = 1024 * 1024 * 1024;

/**
 * Puts a bought or mirrored snapshot into the folder once it is proven, and makes it the current one of its dataset.
 * @throws CliError `data` where it is not proven or older than one that was seen
 */
export function importSnapshot(folder: DataFolder, download: Download, keys: KeySet): StoredSnapshot {
  const bytes = unpacked(download);
  const put = isPack(bytes) ? putPack : putContent;
  const stored = put(folder, { ...download, bytes }, keys);
  folder.setCurrent(stored.manifest.dataset, stored);
  return stored;
}

/**
 * Puts a snapshot of a bundle into the folder, proven as one that was downloaded. A pack that was made on the machine that wrote the
 * bundle is held to the digest that the bundle names: its manifest signs the content that it was made of.
 * @throws CliError `data`
 */
export function importBundled(folder: DataFolder, name: string, { stored, blob }: BundledSnapshot, keys: KeySet): StoredSnapshot {
  const manifest = trustedManifest(stored.manifest, keys, `a snapshot of ${name}`);
  requireNewest(folder, manifest, name);
  const signed = { content: manifest.sha256, pack: packDigest(manifest), own_pack: stored.blob }[stored.form];
  if (sha256(blob) !== stored.blob || signed !== stored.blob) {
    throw new CliError(EXIT.data, `the ${manifest.dataset} data of ${name} are not what was signed; copy it again`);
  }
  folder.putBlob(stored.blob, [blob]);
  const known = { manifest, form: stored.form, blob: stored.blob, bytes: stored.bytes, confirmed_at: stored.confirmed_at };
  folder.setCurrent(manifest.dataset, known);
  return known;
}

/** Refuses a snapshot that is older than the newest that was seen: somebody may hide what was found since. */
function requireNewest(folder: DataFolder, { dataset, fetched_at: asOf }: Manifest, name: string): void {
  const seen = folder.current().seen[dataset];
  if (seen === undefined || asOf >= seen) return;
  throw new CliError(EXIT.data, `${name} is of ${asOf}, older than the ${dataset} data seen before (${seen}); fetch a newer one`);
}

function putPack(folder: DataFolder, { name, bytes, manifest: given, confirmedAt }: Download, keys: KeySet): StoredSnapshot {
  if (given === undefined) {
    throw new CliError(EXIT.data, `${name} is a pack: give the manifest that signs it with --manifest FILE (GET /v1/osv/manifest)`);
  }
  const manifest = trustedManifest(given, keys, `the manifest of ${name}`);
  requireNewest(folder, manifest, name);
  const blob = sha256(bytes);
  if (packDigest(manifest) !== blob) throw new CliError(EXIT.data, `${name} is not the pack that its manifest signs; fetch it again`);
  try {
    openPack(bytes).close();
  } catch (error) {
    if (error instanceof PackError) throw new CliError(EXIT.data, `${name} cannot be read: ${error.message}`, { cause: error });
    throw error;
  }
  folder.putBlob(blob, [bytes]);
  return { manifest, form: 'pack', blob, bytes: bytes.length, confirmed_at: confirmedAt ?? manifest.fetched_at };
}

function putContent(folder: DataFolder, { name, bytes, confirmedAt }: Download, keys: KeySet): StoredSnapshot {
  const opened = opener(name, bytes, keys);
  const { manifest, dataset } = opened;
  if (OFFLINE[dataset] === undefined) throw new CliError(EXIT.data, `${name} is of dataset "${dataset}", which is not asked offline`);
  requireNewest(folder, manifest, name);
  const confirmed = confirmedAt ?? manifest.fetched_at;
  if ('reader' in opened.index) {
    // Hundreds of megabytes of JSON would be read at each start.
    const pack = Buffer.concat([...packChunks(opened.index.reader)]);
    const blob = sha256(pack);
    folder.putBlob(blob, [pack]);
    return { manifest, form: 'own_pack', blob, bytes: pack.length, confirmed_at: confirmed };
  }
  const content = contentOf(bytes);
  folder.putBlob(manifest.sha256, [content]);
  return { manifest, form: 'content', blob: manifest.sha256, bytes: content.length, confirmed_at: confirmed };
}

function opener(name: string, bytes: Uint8Array, keys: KeySet): OpenedSnapshot {
  try {
    return openSnapshot(bytes, keys);
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw new CliError(EXIT.data, `${name} is no snapshot that can be used: ${error.message}; fetch it again`, { cause: error });
  }
}

/** The content of a proven download in its one byte form, whose digest is signed. */
function contentOf(bytes: Uint8Array): Uint8Array {
  const document = JSON.parse(Buffer.from(bytes).toString('utf8')) as { data?: { snapshot: unknown }; snapshot: unknown };
  return canonicalBytes((document.data ?? document).snapshot);
}

function unpacked({ name, bytes }: Download): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: BYTES_MAX });
  } catch (cause) {
    throw new CliError(EXIT.data, `${name} cannot be unpacked (${String(cause)}); fetch it again`, { cause });
  }
}

/** Whatever the number of its form is. */
function isPack(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, PACK.length)).toString('latin1') === PACK;
}

const PACK = 'advpack';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Datasets in the order in which they are listed. */
export const OFFLINE_IDS = Object.keys(OFFLINE) as readonly DatasetId[];
