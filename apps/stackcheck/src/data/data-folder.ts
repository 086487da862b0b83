import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { DatasetId, Manifest } from '@stackcheck/datasets';
import type { KeySet } from '@stackcheck/signing';
import { CliError, EXIT } from '../program/exit-code';

/** A snapshot that lies in the folder. */
export interface StoredSnapshot {
  /** Proven by a pinned key when it was put there, and again when it is opened. */
  readonly manifest: Manifest;
  /**
   * What its blob is: the content in its canonical form, whose digest the manifest names; a pack, whose digest a signed scope
   * names; or a pack made here of the content.
   */
  readonly form: 'content' | 'pack' | 'own_pack';
  /** SHA-256 of the blob, which is its name. */
  readonly blob: string;
  readonly bytes: number;
  /** When it was last known to be the newest; ISO 8601. */
  readonly confirmed_at: string;
}

/** What `current.json` says. */
export interface Current {
  readonly version: 1;
  readonly datasets: Readonly<Partial<Record<DatasetId, StoredSnapshot>>>;
  /** The newest instant that each dataset was ever of: an older one is refused. */
  readonly seen: Readonly<Partial<Record<DatasetId, string>>>;
}

const NOTHING: Current = { version: 1, datasets: {}, seen: {} };

/**
 * The folder of offline data: blobs by their digests, which are never written again, the keys that are trusted, and `current.json`,
 * which is renamed into place. Two programs may use it at the same time.
 */
export class DataFolder {
  constructor(readonly path: string) {}

  /** What is current. @throws CliError `data` where the file cannot be read */
  current(): Current {
    const file = join(this.path, 'current.json');
    if (!existsSync(file)) return NOTHING;
    const found = readJson(file) as Partial<Current> | null;
    if (found?.version === 1 && isRecord(found.datasets) && isRecord(found.seen)) return found as Current;
    throw new CliError(EXIT.data, `${file} is of another version of this program; remove the folder and fetch the data again`);
  }

  /** Trusted keys; undefined before the first were pinned. @throws CliError `data` */
  keys(): KeySet | undefined {
    const file = join(this.path, 'keys.json');
    return existsSync(file) ? (readJson(file) as KeySet) : undefined;
  }

  pinKeys(keys: KeySet): void {
    this.replace('keys.json', `${JSON.stringify(keys, null, 2)}\n`);
  }

  /** The file of a blob, whether it is there or not. */
  blobFile(sha256: string): string {
    return join(this.path, 'blobs', sha256);
  }

  /** Whether a blob is there and what its name says. */
  hasBlob(sha256: string): boolean {
    const file = this.blobFile(sha256);
    return existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
  }

  /** Puts a blob into its place, unless it is there whole. Its bytes are on disk when this returns. @param sha256 theirs, known to be right */
  putBlob(sha256: string, chunks: Iterable<Uint8Array>): void {
    mkdirSync(join(this.path, 'blobs'), { recursive: true, mode: 0o700 });
    const file = this.blobFile(sha256);
    if (!this.hasBlob(sha256)) writeWhole(file, chunks);
  }

  /** Makes a snapshot the current one of its dataset. */
  setCurrent(id: DatasetId, snapshot: StoredSnapshot): void {
    const { datasets, seen } = this.current();
    const next: Current = {
      version: 1,
      datasets: { ...datasets, [id]: snapshot },
      seen: { ...seen, [id]: snapshot.manifest.fetched_at },
    };
    this.replace('current.json', `${JSON.stringify(next, null, 2)}\n`);
  }

  /** Removes blobs that no current snapshot names. @returns how many bytes that freed */
  removeUnused(): number {
    const named = new Set(Object.values(this.current().datasets).map(({ blob }) => blob));
    const folder = join(this.path, 'blobs');
    let freed = 0;
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (named.has(name)) continue;
      freed += statSync(join(folder, name)).size;
      rmSync(join(folder, name), { force: true });
    }
    return freed;
  }

  private replace(name: string, text: string): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    writeWhole(join(this.path, name), [Buffer.from(text)]);
  }
}

/** `STACKCHECK_DATA`, or where this system keeps what can be fetched again. */
export function dataPath(env: Readonly<Record<string, string | undefined>>, platform: string = process.platform): string {
  const { STACKCHECK_DATA: given, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (given) return given;
  if (platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'stackcheck');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'stackcheck');
  return join(xdg ?? join(homedir(), '.cache'), 'stackcheck');
}

/** A file appears with all of its bytes or not at all. */
function writeWhole(file: string, chunks: Iterable<Uint8Array>): void {
  const partial = `${file}.${process.pid}.partial`;
  const handle = openSync(partial, 'w', 0o600);
  try {
    for (const chunk of chunks) writeAll(handle, chunk);
    fsyncSync(handle);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
}

function writeAll(handle: number, chunk: Uint8Array): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(handle, chunk, at, chunk.length - at);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (cause) {
    throw new CliError(EXIT.data, `${file} is no JSON that can be read; remove the folder and fetch the data again`, {
      cause,
    });
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
