import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CliError, EXIT } from '../program/exit-code';

/** Folders below which files may be read, whatever links and `..` in a path say. */
export class Roots {
  /** Their true paths. */
  readonly folders: readonly string[];

  /** @throws CliError `usage` where one of them is no folder */
  constructor(given: readonly string[], cwd: string) {
    this.folders = given.map((folder) => {
      const path = truePath(resolve(cwd, folder));
      if (path !== undefined && statSync(path).isDirectory()) return path;
      throw new CliError(EXIT.usage, `--root ${folder} is no folder; name one that is there`);
    });
  }

  /** The true path of a file or folder that lies below a root; undefined for all else. */
  within(path: string): string | undefined {
    const found = truePath(path);
    return found !== undefined && this.folders.some((root) => isBelow(found, root)) ? found : undefined;
  }

  /**
   * The true path of what a text names: an absolute path, or one relative to a root.
   * @throws CliError `unreadable`; nothing says whether something outside is there
   */
  locate(path: string): string {
    for (const root of this.folders) {
      const found = this.within(resolve(root, path));
      if (found !== undefined) return found;
    }
    const folders = this.folders.join(', ');
    throw new CliError(EXIT.unreadable, `${quoted(path)} is not there, or not below what may be read: ${folders}`);
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Undefined where there is nothing, or what is there may not be looked at. */
function truePath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function quoted(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}
