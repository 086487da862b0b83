import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ROOT } from './ingest-program';

const CORPORA = process.env['CORPORA_DIR'] ?? join('..', 'shared', 'corpora');

/** Path of a file of the test corpora, or undefined where they are absent. */
export function corpusFile(...parts: readonly string[]): string | undefined {
  const file = join(isAbsolute(CORPORA) ? CORPORA : join(ROOT, CORPORA), ...parts);
  return existsSync(file) ? file : undefined;
}

/** The upstream feed as it was downloaded, where present. */
export const feedFile = (): string | undefined => corpusFile('..', 'data', 'endoflife', 'products-full.json');

/** Lines of a text file, blank ones and `#` comments left out. */
export function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
