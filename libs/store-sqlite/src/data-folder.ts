import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Makes `DATA_DIR` and its `keys/`, where absent, for their owner alone (mode 0700). A `keys/` that others may enter is closed to them:
 * it is ours. A wider `DATA_DIR` is left as it is, since its operator may share it, and its files are private in any case.
 * @returns a sentence for the operator on each folder that others may enter
 */
export function makeDataFolder(dataDir: string): readonly string[] {
  const keys = join(dataDir, 'keys');
  for (const folder of [dataDir, keys]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return [];
  if (isOpen(keys)) closeToOthers(keys);
  return [
    ...(isOpen(dataDir)
      ? [`DATA_DIR ${dataDir} can be entered by other users (mode ${modeOf(dataDir)}); chmod 700 it`]
      : []),
    ...(isOpen(keys) ? [`${keys} can be entered by other users and belongs to somebody else; chmod 700 it`] : []),
  ];
}

function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // Of another owner, or on a file system without modes: it is reported instead.
    if (!['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const isOpen = (folder: string): boolean => (statSync(folder).mode & OTHERS) !== 0;

const modeOf = (folder: string): string => (statSync(folder).mode & 0o777).toString(8).padStart(4, '0');
