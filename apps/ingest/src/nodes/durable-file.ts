import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IndexFileError, type IndexFile } from '@stackcheck/datasets/snapshot';

/** What a draft's name begins with; whatever bears it is left over once nobody writes. */
export const DRAFT_PREFIX = 'building-';

/** How a file is written. */
export interface DurableOptions {
  /** What it must be; refused, and nothing left, where it is not. */
  readonly expected?: IndexFile;
  readonly mode?: number;
}

/**
 * Writes aside, syncs, renames and syncs the folder, so that a power cut leaves all of the file or what was there before.
 * @throws IndexFileError where the bytes are not those that were expected
 */
export async function writeDurably(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { expected, mode = 0o600 }: DurableOptions = {},
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: mode === 0o600 ? 0o700 : 0o755 });
  const draft = join(folder, `${DRAFT_PREFIX}${randomBytes(6).toString('hex')}`);
  try {
    await writeDraft(draft, chunks, mode, expected);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
}

/** Whether a file is there and has these very bytes. */
export async function isInPlace(path: string, { sha256, bytes }: IndexFile): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex') === sha256;
}

async function writeDraft(
  draft: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  mode: number,
  expected: IndexFile | undefined,
): Promise<void> {
  const file = await open(draft, 'wx', mode);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    requireExpected({ sha256: hash.digest('hex'), bytes }, expected);
    await file.sync();
  } finally {
    await file.close();
  }
}

function requireExpected(found: IndexFile, expected: IndexFile | undefined): void {
  if (expected === undefined) return;
  if (found.bytes !== expected.bytes)
    throw new IndexFileError(`blob ${expected.sha256} has ${found.bytes} bytes, not ${expected.bytes}`);
  if (found.sha256 !== expected.sha256) throw new IndexFileError(`blob ${expected.sha256} has another SHA-256`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
