import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');
const CORPORA = resolve(ROOT, process.env['CORPORA_DIR'] ?? '../shared/corpora');

/** The entries of a published corpus of one JSON object per line; none where it is absent. */
export function corpusLines<T>(path: string): readonly T[] {
  const file = join(CORPORA, path);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

/** For the name of a test that is skipped: which file is missing. */
export function corpusNote(path: string): string {
  return existsSync(join(CORPORA, path)) ? '' : ` (${path} is missing)`;
}

/** A published file of an upstream, next to the corpora; undefined where it is absent. */
export function publishedData(path: string): Uint8Array | undefined {
  const file = join(CORPORA, '../data', path);
  return existsSync(file) ? readFileSync(file) : undefined;
}
