import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The scope of this repository's own packages. */
const OWN = '@stackcheck';

/** A copy of the repository that may be broken. */
export interface WorkingCopy {
  readonly folder: string;
  /** What was copied, as paths from the folder. */
  readonly files: readonly string[];
  remove(): void;
}

/**
 * Copies what git knows or would take, with packages linked. Links to projects lead into the copy, so that a fault planted in one
 * project is seen by the tests of another.
 */
export function copyRepository(root: string): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-mutate-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const files = filesOf(root);
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(root, file), join(folder, file));
    }
    for (const project of ['.', ...projectsOf(root)]) linkPackages(root, folder, project);
    return { folder, files, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The files of the repository, those that are not committed yet included. */
export function filesOf(root: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

function projectsOf(root: string): readonly string[] {
  return ['libs', 'apps', 'tools'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => join(kind, name)));
}

function linkPackages(root: string, folder: string, project: string): void {
  const packages = join(root, project, 'node_modules');
  if (!existsSync(packages)) return;
  const copy = join(folder, project, 'node_modules');
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(packages)) if (name !== OWN) symlinkSync(join(packages, name), join(copy, name));
  if (!existsSync(join(packages, OWN))) return;
  mkdirSync(join(copy, OWN));
  for (const own of ['libs', 'apps', 'tools'])
    for (const name of readdirSync(join(root, own)))
      if (existsSync(join(packages, OWN, name))) symlinkSync(join(folder, own, name), join(copy, OWN, name));
}
