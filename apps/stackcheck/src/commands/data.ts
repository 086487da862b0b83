import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatasetId } from '@stackcheck/datasets';
import type { OpenedIndexes } from '@stackcheck/datasets/open';
import { parseKeySet, type KeySet } from '@stackcheck/signing';
import { followKeys, KeyError } from '@stackcheck/signing/keys';
import { bundleChunks, isBundle, readBundle } from '../data/bundle';
import type { DataFolder } from '../data/data-folder';
import { importBundled, importSnapshot, OFFLINE_IDS } from '../data/import-snapshot';
import { factsOf, openDataset } from '../data/open-dataset';
import { pull } from '../data/pull';
import { bytesOf } from '../folder/file-bytes';
import type { Service } from '../paying/service';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import { notRead, notWritten } from '../terminal/system-faults';
import type { Streams } from '../terminal/streams';

/** Flags of `data import`. */
export interface ImportFlags {
  /** Of a pack. */
  readonly manifest?: string;
  /** The service's published keys, trusted from now on. */
  readonly keys?: string;
  /** Trusts the keys of `--keys` in place of those that are pinned. */
  readonly repin?: boolean;
}

/** Puts downloads into the data folder. */
export function importData(
  files: readonly string[],
  flags: ImportFlags,
  folder: DataFolder,
  streams: Streams,
): ExitCode {
  let given = flags;
  for (const file of files) {
    const bytes = readGiven(file, streams);
    const bundle = isBundle(bytes) ? readBundle(file, bytes) : undefined;
    const trust = trustedKeys(given, bundle?.keys, folder, streams);
    const stored = bundle
      ? bundle.snapshots.map((snapshot) => importBundled(folder, file, snapshot, trust.keys))
      : [importSnapshot(folder, { name: file, bytes, ...manifestOf(flags, streams) }, trust.keys)];
    // Keys that prove nothing are not trusted: the file may be another one than was meant.
    if (!trust.isPinned) folder.pinKeys(trust.keys);
    if (trust.news !== undefined) streams.note(trust.news);
    // From here on they are the trusted ones.
    const { keys: _keys, repin: _repin, ...others } = given;
    given = others;
    for (const { manifest } of stored) streams.note(`${manifest.dataset}: ${manifest.snapshot_id}, signature good`);
  }
  return EXIT.ok;
}

/** Keys to prove a download by. */
interface Trust {
  readonly keys: KeySet;
  readonly isPinned: boolean;
  /** What to say once they have proven it. */
  readonly news?: string;
}

/** Keys that are pinned already, or will be. A change is never silent. */
function trustedKeys(
  { keys: file, repin = false }: ImportFlags,
  bundled: KeySet | undefined,
  folder: DataFolder,
  streams: Streams,
): Trust {
  const pinned = folder.keys();
  const given = file === undefined ? undefined : keySetOf(file, Buffer.from(readGiven(file, streams)).toString('utf8'));
  if (pinned !== undefined && given === undefined) return { keys: pinned, isPinned: true };
  const keys = given ?? (bundled && keySetOf('the bundle', JSON.stringify(bundled)));
  if (keys === undefined) {
    throw new CliError(
      EXIT.data,
      'no key is trusted yet: give the published keys with --keys FILE (GET /.well-known/jwks.json)',
    );
  }
  if (pinned !== undefined && !repin) {
    const { set, added } = followKeys(pinned, keys);
    const known = new Set(set.keys.map(({ kid }) => kid));
    if (keys.keys.length > 0 && keys.keys.every(({ kid }) => known.has(kid))) {
      const news = `trusted, too, since a trusted key introduced it: ${added.join(', ')}`;
      return { keys: set, isPinned: false, ...(added.length > 0 && { news }) };
    }
    throw new CliError(
      EXIT.data,
      `${file} holds other keys (${idsOf(keys)}) than are trusted (${idsOf(pinned)}); if that is right, say --repin`,
    );
  }
  return { keys, isPinned: false, news: `trusted from now on: ${idsOf(keys)}` };
}

function keySetOf(name: string, text: string): KeySet {
  try {
    const keys = parseKeySet(text);
    if (keys.keys.length > 0) return keys;
    throw new KeyError('it holds none');
  } catch (cause) {
    if (!(cause instanceof KeyError)) throw cause;
    throw new CliError(
      EXIT.data,
      `${name} holds no published keys (${cause.message}); take them from /.well-known/jwks.json`,
      {
        cause,
      },
    );
  }
}

function idsOf({ keys }: KeySet): string {
  return keys.map(({ kid }) => kid).join(', ');
}

/** A manifest by itself, or the answer that it is part of. */
interface ManifestAnswer {
  readonly data?: { readonly manifest?: unknown };
  readonly manifest?: unknown;
}

function manifestOf({ manifest }: ImportFlags, streams: Streams): { readonly manifest?: unknown } {
  if (manifest === undefined) return {};
  try {
    const value = JSON.parse(Buffer.from(readGiven(manifest, streams)).toString('utf8')) as ManifestAnswer;
    return { manifest: value.data?.manifest ?? value.manifest ?? value };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(EXIT.data, `${manifest} is no JSON; take it from GET /v1/osv/manifest`, { cause });
  }
}

function readGiven(file: string, { cwd, readInput }: Streams): Uint8Array {
  if (file === '-') return readInput();
  try {
    return bytesOf(resolve(cwd, file));
  } catch (cause) {
    throw new CliError(EXIT.unreadable, `${file} ${notRead(cause)}`, { cause });
  }
}

/** Buys the newest snapshots. */
export async function pullData(
  ids: readonly string[],
  { dryRun = false, repin = false }: { readonly dryRun?: boolean; readonly repin?: boolean },
  { folder, service, streams }: { readonly folder: DataFolder; readonly service: Service; readonly streams: Streams },
): Promise<ExitCode> {
  requireDatasets(ids);
  const { now, note, progress } = streams;
  await pull(ids.length === 0 ? NEEDED : (ids as readonly DatasetId[]), {
    folder,
    service,
    dryRun,
    repin,
    now,
    note,
    progress,
  });
  return EXIT.ok;
}

function requireDatasets(ids: readonly string[]): void {
  const unknown = ids.find((id) => !(OFFLINE_IDS as readonly string[]).includes(id));
  if (unknown === undefined) return;
  throw new CliError(EXIT.usage, `there is no dataset "${unknown}"; there are ${OFFLINE_IDS.join(', ')}`);
}

/** What `check` asks. */
const NEEDED: readonly DatasetId[] = ['eol', 'kev', 'osv'];

/** Writes what is current into one file. */
export function exportData(file: string, folder: DataFolder, { cwd, note }: Streams): ExitCode {
  const chunks = [...bundleChunks(folder)];
  const handle = opened(file, cwd);
  try {
    for (const chunk of chunks) for (let at = 0; at < chunk.length;) at += writeSync(handle, chunk, at);
  } finally {
    closeSync(handle);
  }
  note(`${file}: ${chunks.length - 1} datasets; import it with \`stackcheck data import ${file}\``);
  return EXIT.ok;
}

function opened(file: string, cwd: string): number {
  try {
    return openSync(resolve(cwd, file), 'w', 0o600);
  } catch (cause) {
    throw new CliError(EXIT.usage, `${file} ${notWritten(cause)}; name another`, { cause });
  }
}

/** Lists what is there, all of it unless datasets are named; with `verify`, opens each of them. @throws CliError `data` where one is not as it was signed */
export function showData(
  asked: readonly string[],
  { verify }: { readonly verify: boolean },
  folder: DataFolder,
  { write, note, now }: Streams,
): ExitCode {
  requireDatasets(asked);
  const { datasets } = folder.current();
  const ids = OFFLINE_IDS.filter((id) => datasets[id] !== undefined && (asked.length === 0 || asked.includes(id)));
  if (ids.length === 0) {
    const what = asked.length === 0 ? '' : `${asked.join(', ')} `;
    throw new CliError(EXIT.data, `there are no ${what}data in ${folder.path}; run \`stackcheck data pull\``);
  }
  const faults: CliError[] = [];
  for (const id of ids) {
    const stored = datasets[id]!;
    const { snapshot_id: snapshotId, age_hours: hours } = factsOf(stored, now());
    const fault = verify ? faultOf(folder, id, now()) : undefined;
    if (fault !== undefined) faults.push(fault);
    const size = `${(stored.bytes / 1_000_000).toFixed(1)} MB`;
    const proof = verify ? (fault === undefined ? '  good' : '  NOT GOOD') : '';
    write(`${id.padEnd(8)}${snapshotId.padEnd(36)}${`${hours} h old`.padStart(12)}${size.padStart(12)}${proof}\n`);
  }
  note(`in ${folder.path}`);
  const [first, ...others] = faults;
  for (const { message } of others) note(message);
  if (first !== undefined) throw first;
  return EXIT.ok;
}

/** Why a dataset is not as it was signed. */
function faultOf(folder: DataFolder, id: (typeof OFFLINE_IDS)[number], nowMs: number): CliError | undefined {
  try {
    openDataset(folder, id as keyof OpenedIndexes, { nowMs, maxAgeHours: Infinity });
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

/** Removes what is no longer current. */
export function collectGarbage(folder: DataFolder, { note }: Streams): ExitCode {
  note(`${(folder.removeUnused() / 1_000_000).toFixed(1)} MB removed`);
  return EXIT.ok;
}
