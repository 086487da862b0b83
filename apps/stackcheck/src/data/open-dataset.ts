import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { indexPack, openPack, packInFile, PackError } from '@stackcheck/advisory-pack';
import type { DatasetId, Manifest, SnapshotContent } from '@stackcheck/datasets';
import { indexContent, type OpenedIndexes } from '@stackcheck/datasets/open';
import type { OutcomeSnapshot } from '@stackcheck/report';
import { CliError, EXIT } from '../program/exit-code';
import type { DataFolder, StoredSnapshot } from './data-folder';
import { packDigest, trustedManifest } from './trusted-manifest';

/** A dataset of the folder, proven and open. */
export interface OpenDataset<Id extends keyof OpenedIndexes> {
  readonly index: OpenedIndexes[Id];
  readonly snapshot: OutcomeSnapshot;
}

/** How old data may be, and at which instant. */
export interface AgeLimit {
  readonly nowMs: number;
  readonly maxAgeHours: number;
}

const HOUR_MS = 3_600_000;

/** The ways out, where data are missing or too old. */
const WAYS_OUT = 'run `stackcheck data pull` or `stackcheck data import FILE`, or ask with --source api or --source demo';

/**
 * Opens a dataset: its manifest is proven by a pinned key, its blob by the digest that the manifest signs.
 * @throws CliError `data` where it is missing, too old or not verified
 */
export function openDataset<Id extends keyof OpenedIndexes>(
  folder: DataFolder,
  id: Id,
  limit: AgeLimit,
): OpenDataset<Id> {
  const stored = folder.current().datasets[id];
  const keys = folder.keys();
  if (stored === undefined) throw new CliError(EXIT.data, `there are no ${id} data in ${folder.path}: ${WAYS_OUT}`);
  if (keys === undefined) {
    throw new CliError(
      EXIT.data,
      `the ${id} data in ${folder.path} cannot be verified, since no key is trusted; give the published keys with \`stackcheck data import FILE --keys FILE\``,
    );
  }
  const manifest = trustedManifest(stored.manifest, keys, `the ${id} snapshot in ${folder.path}`);
  const snapshot = factsOf(stored, limit.nowMs);
  if (snapshot.age_hours > limit.maxAgeHours) {
    throw new CliError(
      EXIT.data,
      `the ${id} data are ${snapshot.age_hours} h old, more than ${limit.maxAgeHours} h: ${WAYS_OUT}; or allow it with --max-age`,
    );
  }
  return { index: indexOf(folder, id, stored, manifest) as OpenedIndexes[Id], snapshot };
}

/** What is said of a stored snapshot. Its age is that of the last time when it was known to be the newest. */
export function factsOf({ manifest, confirmed_at: confirmed }: StoredSnapshot, nowMs: number): OutcomeSnapshot {
  const asOf = manifest.fetched_at;
  const lastMs = Math.max(Date.parse(asOf), Date.parse(confirmed ?? asOf));
  return {
    dataset: manifest.dataset,
    snapshot_id: manifest.snapshot_id,
    as_of: asOf,
    age_hours: Math.max(0, Math.floor((nowMs - lastMs) / HOUR_MS)),
    key_id: manifest.key_id,
    starter: manifest.starter,
  };
}

function indexOf(folder: DataFolder, id: DatasetId, stored: StoredSnapshot, manifest: Manifest): unknown {
  const file = folder.blobFile(stored.blob);
  const wrong = (why: string): CliError =>
    new CliError(EXIT.data, `the ${id} data in ${file} are not verified: ${why}; remove the file and fetch them again`);
  const bytes = bytesOf(file, wrong);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const signed = SIGNED[stored.form](manifest, stored.blob);
  if (digest !== signed) throw wrong('they have another SHA-256 than was signed');
  if (stored.form === 'content') {
    const opened = indexContent(id, JSON.parse(bytes.toString('utf8')) as SnapshotContent, manifest.starter);
    if ('fault' in opened) throw wrong(opened.fault);
    return opened.index;
  }
  try {
    return indexPack(openPack(packInFile(file)), !manifest.starter);
  } catch (error) {
    if (error instanceof PackError) throw wrong(error.message);
    throw error;
  }
}

/** The digest that a blob must have, by its form. What was made here is held to what it was when it was made. */
const SIGNED: Readonly<Record<StoredSnapshot['form'], (manifest: Manifest, blob: string) => string | undefined>> = {
  content: ({ sha256 }) => sha256,
  pack: (manifest) => packDigest(manifest),
  own_pack: (_manifest, blob) => blob,
};

function bytesOf(file: string, wrong: (why: string) => CliError): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw wrong(`they cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}
