import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The repository's root, from the compiled file as from the source. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

/** The upstream feed as it was downloaded, or undefined where the shared data is absent. */
export function feedFile(): string | undefined {
  const corpora = process.env['CORPORA_DIR'] ?? join('..', 'shared', 'corpora');
  const folder = join(isAbsolute(corpora) ? corpora : join(ROOT, corpora), '..', 'data', 'endoflife');
  const file = join(folder, 'products-full.json');
  return existsSync(file) ? file : undefined;
}
