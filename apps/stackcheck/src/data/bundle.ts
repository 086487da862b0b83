import { readFileSync } from 'node:fs';
import type { KeySet } from '@stackcheck/signing';
import { CliError, EXIT } from '../program/exit-code';
import type { DataFolder, StoredSnapshot } from './data-folder';

/** First line of a bundle. The second is a header in JSON; then come the blobs, one after the other. */
const MAGIC = 'stackcheck-data 1\n';

/** What the header of a bundle says. */
interface Header {
  readonly keys: KeySet;
  readonly datasets: readonly StoredSnapshot[];
}

/** A snapshot of a bundle with its blob. */
export interface BundledSnapshot {
  readonly stored: StoredSnapshot;
  readonly blob: Uint8Array;
}

/** The current snapshots of a folder and the trusted keys as one file, to carry to where there is no network. */
export function* bundleChunks(folder: DataFolder): Generator<Uint8Array> {
  const keys = folder.keys();
  const datasets = Object.values(folder.current().datasets);
  if (keys === undefined || datasets.length === 0) {
    throw new CliError(EXIT.data, `there is nothing in ${folder.path} to export; run \`stackcheck data pull\` first`);
  }
  const header: Header = { keys, datasets };
  yield Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  for (const { blob } of datasets) yield readFileSync(folder.blobFile(blob));
}

/** Whether these bytes begin as a bundle does. */
export function isBundle(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
}

/** The parts of a bundle. Nothing of it is proven yet. @throws CliError `data` */
export function readBundle(name: string, bytes: Uint8Array): { readonly keys: KeySet; readonly snapshots: readonly BundledSnapshot[] } {
  const broken = (why: string): CliError => new CliError(EXIT.data, `${name} is no whole bundle: ${why}; copy it again`);
  const end = bytes.indexOf(0x0a, MAGIC.length);
  if (end < 0) throw broken('it ends within its header');
  const header = headerOf(Buffer.from(bytes.subarray(MAGIC.length, end)).toString('utf8'));
  if (header === undefined) throw broken('its header cannot be read');
  let at = end + 1;
  const snapshots = header.datasets.map((stored) => {
    const blob = bytes.subarray(at, at + stored.bytes);
    at += stored.bytes;
    if (blob.length !== stored.bytes) throw broken('it ends before its last byte');
    return { stored, blob };
  });
  if (at !== bytes.length) throw broken('there is more after its last byte');
  return { keys: header.keys, snapshots };
}

function headerOf(text: string): Header | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { keys, datasets } = (value ?? {}) as Partial<Header>;
  if (typeof keys !== 'object' || !Array.isArray(datasets)) return undefined;
  const sound = (datasets as readonly Partial<StoredSnapshot>[]).every(
    (each) =>
      typeof each?.manifest === 'object' &&
      Number.isSafeInteger(each.bytes) &&
      each.bytes! >= 0 &&
      /^[0-9a-f]{64}$/.test(String(each.blob)) &&
      ['content', 'pack', 'own_pack'].includes(String(each.form)) &&
      !Number.isNaN(Date.parse(String(each.confirmed_at))),
  );
  return sound ? (value as Header) : undefined;
}
