import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Clock } from '@stackcheck/contract';
import { copyDatabase } from '@stackcheck/store-sqlite/upgrade';
import {
  DATABASES,
  databasesIn,
  filesBelow,
  isDatabase,
  keptFile,
  packed,
  pieceSums,
  type KeptFile,
  type Manifest,
} from './contents';
import { LEDGER_DUMP } from './ledger-dump';
import { writeSealed } from './sealed-file';

/** What came of a backup. */
export interface BackedUp {
  readonly manifest: Manifest;
  readonly file: string;
  /** Of the sealed file. */
  readonly bytes: number;
}

/**
 * Backs a data folder up while it sells: the ledger as of one moment, then the gas wallet's book as of one, then keys and sold snapshots,
 * which are never changed once written.
 * A copy is staged next to the output and removed; the output appears when it is complete, and nothing is overwritten.
 * @param before the backup in the same folder that this one goes on from; what is as it was there is not packed again
 * @param dump writes the ledger into a file, where it is not in the data folder
 * @throws Error when there is no ledger, or the output exists
 */
export async function backUp(
  dataDir: string,
  output: string,
  key: Buffer,
  clock: Clock,
  before?: Before,
  dump?: (file: string) => Promise<void>,
): Promise<BackedUp> {
  if (existsSync(output)) throw new Error(`${output} exists; a backup is never overwritten`);
  mkdirSync(dirname(output), { recursive: true, mode: 0o700 });
  const stage = mkdtempSync(join(dirname(output), '.backup-'));
  try {
    const taken_at = new Date(clock.now()).toISOString();
    await dump?.(join(stage, LEDGER_DUMP));
    const databases = databasesIn(dataDir, dump !== undefined);
    for (const name of databases) await copyDatabase(join(dataDir, name), join(stage, name));
    const others = filesBelow(dataDir);
    for (const path of others) {
      mkdirSync(join(stage, dirname(path)), { recursive: true, mode: 0o700 });
      copyFileSync(join(dataDir, path), join(stage, path));
    }
    const pieces: Pieces = Object.fromEntries(
      databases.map((name) => [DATABASES[name], pieceSums(join(stage, name))] as const),
    );
    const files = [...(dump ? [LEDGER_DUMP] : []), ...databases, ...others].map((path) =>
      since(keptFile(path, join(stage, path)), pieces, before),
    );
    const manifest: Manifest = { format: 1, taken_at, files, id: randomUUID(), ...pieces, ...baseOf(before) };
    const draft = join(stage, 'sealed');
    writeSealed(
      draft,
      key,
      packed(manifest, (path) => join(stage, path)),
    );
    linkSync(draft, output);
    syncFolder(dirname(output));
    return { manifest, file: output, bytes: statSync(output).size };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** A backup that another one goes on from. */
export interface Before {
  /** Its name. */
  readonly file: string;
  readonly manifest: Manifest;
}

function baseOf(before: Before | undefined): Pick<Manifest, 'base' | 'depth'> {
  if (before?.manifest.id === undefined) return {};
  const { file, manifest } = before;
  return { base: { file, id: manifest.id! }, depth: (manifest.depth ?? 0) + 1 };
}

type Pieces = Pick<Manifest, (typeof DATABASES)[keyof typeof DATABASES]>;

/** What of a file is packed. */
function since(file: KeptFile, pieces: Pieces, before: Before | undefined): KeptFile {
  if (before?.manifest.id === undefined) return file;
  const known = before.manifest.files.find(({ path }) => path === file.path);
  if (known === undefined) return file;
  if (known.sha256 === file.sha256) return { ...file, unchanged: true };
  if (!isDatabase(file.path)) return file;
  const [now, old] = [pieces, before.manifest].map((of) => of[DATABASES[file.path as keyof typeof DATABASES]]);
  if (now === undefined || old === undefined) return file;
  return { ...file, pieces: now.flatMap((sum, index) => (sum === old[index] ? [] : [index])) };
}

/** What stands in a folder is on the disk. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
