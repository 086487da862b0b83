import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packLibraries } from '@stackcheck/pack';
import { runIn } from '../discovery/run-program';
import { ROOT } from '../service/repository';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The libraries that can be packed, by folder. */
export function libraryFolders(): readonly string[] {
  return readdirSync(join(ROOT, 'libs'))
    .map((name) => `libs/${name}`)
    .filter((folder) => manifestOf(join(ROOT, folder)).private !== true);
}

/**
 * Packs every library as it is published (`npm run pack`) and unpacks the tarballs into `folder`/node_modules. Other packages are linked
 * from the repository, and of those only the ones that a packed manifest names.
 */
export async function installPacked(folder: string): Promise<void> {
  const packed = await packLibraries(ROOT, join(folder, 'packages'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'examples', private: true, type: 'module' }));
  for (const { name, tarball } of packed) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    const tar = await runIn(folder, 'tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], process.env);
    if (tar.code !== 0) throw new Error(`${tarball} cannot be unpacked: ${tar.stderr}`);
  }
  for (const library of libraryFolders()) linkOthers(folder, manifestOf(join(ROOT, library)));
}

/** Links a package of the repository's own node_modules. */
export function linkPackage(folder: string, name: string): void {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  try {
    symlinkSync(join(ROOT, 'node_modules', name), link, 'junction');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  }
}

function linkOthers(folder: string, { dependencies = {} }: Manifest): void {
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@stackcheck/')) linkPackage(folder, name);
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
