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
import { copyPayments } from '@stackcheck/store-sqlite/payments';
import { filesBelow, keptFile, packed, pieceSums, type KeptFile, type Manifest } from './contents';
import { writeSealed } from './sealed-file';

/** What came of a backup. */
export interface BackedUp {
  readonly manifest: Manifest;
  readonly file: string;
  /** Of the sealed file. */
  readonly bytes: number;
}

/**
 * Backs a data folder up while it sells: the ledger as of one moment, then keys and sold snapshots, which are never changed once written.
 * A copy is staged next to the output and removed; the output appears when it is complete, and nothing is overwritten.
 * @param before the backup in the same folder that this one goes on from; what is as it was there is not packed again
 * @throws Error when there is no ledger, or the output exists
 */
export async function backUp(
  dataDir: string,
  output: string,
  key: Buffer,
  clock: Clock,
  before?: Before,
): Promise<BackedUp> {
  if (existsSync(output)) throw new Error(`${output} exists; a backup is never overwritten`);
  mkdirSync(dirname(output), { recursive: true, mode: 0o700 });
  const stage = mkdtempSync(join(dirname(output), '.backup-'));
  try {
    const taken_at = new Date(clock.now()).toISOString();
    await copyPayments(join(dataDir, 'payments.db'), join(stage, 'payments.db'));
    const paths = ['payments.db', ...filesBelow(dataDir)];
    for (const path of paths.slice(1)) {
      mkdirSync(join(stage, dirname(path)), { recursive: true, mode: 0o700 });
      copyFileSync(join(dataDir, path), join(stage, path));
    }
    const ledger_pieces = pieceSums(join(stage, 'payments.db'));
    const files = paths.map((path) => since(keptFile(path, join(stage, path)), ledger_pieces, before?.manifest));
    const manifest: Manifest = { format: 1, taken_at, files, id: randomUUID(), ledger_pieces, ...baseOf(before) };
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

/** What of a file is packed. */
function since(file: KeptFile, ledgerPieces: readonly string[], before: Manifest | undefined): KeptFile {
  const known = before?.id === undefined ? undefined : before.files.find(({ path }) => path === file.path);
  if (known === undefined) return file;
  if (known.sha256 === file.sha256) return { ...file, unchanged: true };
  if (file.path !== 'payments.db' || before?.ledger_pieces === undefined) return file;
  const old = before.ledger_pieces;
  return { ...file, pieces: ledgerPieces.flatMap((sum, index) => (sum === old[index] ? [] : [index])) };
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
