import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface KeptFile {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
}

type KeptFolders = Map<string, readonly KeptFile[]>;

/**
 * A folder that is made once in a process, by the first test file that wants it, and written out as often as it is wanted, since
 * publishing takes longer than that.
 * @param name of the folder among those that are made once
 * @param make fills an empty folder and closes what it opened in it
 */
export function madeOnce(name: string, make: (folder: string) => Promise<unknown>): (target: string) => Promise<void> {
  const folders = keptFolders();
  return async (target) => {
    let files = folders.get(name);
    if (!files) folders.set(name, (files = await filesMadeBy(make)));
    for (const { path, mode, bytes } of files) {
      const file = join(target, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { mode });
    }
  };
}

/** Those of all test files, where jest.environment.js says that they run on the same sources. */
function keptFolders(): KeptFolders {
  const { [Symbol.for('stackcheck.made-once')]: shared } = globalThis as { [key: symbol]: KeptFolders | undefined };
  return shared ?? new Map();
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
