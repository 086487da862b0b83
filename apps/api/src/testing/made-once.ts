import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface KeptFile {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
}

/**
 * A folder that is made once in a test file and written out as often as it is wanted, since publishing takes longer than that.
 * @param make fills an empty folder and closes what it opened in it
 */
export function madeOnce(make: (folder: string) => Promise<unknown>): (target: string) => Promise<void> {
  let kept: Promise<readonly KeptFile[]> | undefined;
  return async (target) => {
    kept ??= filesMadeBy(make);
    for (const { path, mode, bytes } of await kept) {
      const file = join(target, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { mode });
    }
  };
}

async function filesMadeBy(make: (folder: string) => Promise<unknown>): Promise<readonly KeptFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-made-'));
  try {
    await make(folder);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => ({ path, stats: statSync(join(folder, path)) }))
      .filter(({ stats }) => stats.isFile())
      .map(({ path, stats }) => ({ path, mode: stats.mode, bytes: readFileSync(join(folder, path)) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
