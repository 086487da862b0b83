import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOf } from './bill-of-materials';
import { compileLibrary } from './compile-library';
import { librariesOf, type Library } from './library';
import { npmBill, npmPack } from './npm-run';
import { publishedManifest, type SharedFields } from './published-manifest';

/** A library as it was packed. */
export interface PackedLibrary {
  readonly name: string;
  readonly version: string;
  /** The folder that was packed: what an installation holds. */
  readonly folder: string;
  /** The tarball, next to which lies its bill of materials (CycloneDX, `.cdx.json`). */
  readonly tarball: string;
}

/**
 * Makes the package of each library: its code compiled, its manifest as published, README, changelog and licence; then its
 * tarball and its bill of materials.
 * @param target emptied first; holds `<library>/` and `<name>-<version>.tgz`
 * @throws Error where a library cannot be packed, naming it
 */
export async function packLibraries(root: string, target: string): Promise<readonly PackedLibrary[]> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const shared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as SharedFields;
  const libraries = librariesOf(root);
  const imported = new Map<string, ReadonlySet<string>>();
  for (const library of libraries) {
    const folder = join(target, library.shortName);
    mkdirSync(folder);
    imported.set(library.name, await compileLibrary(library, folder));
    writeManifest(library, folder, imported.get(library.name)!, shared);
    copyPages(library, root, folder);
  }
  const whole = await npmBill(
    root,
    libraries.map(({ name }) => name),
  );
  const tarballs = await npmPack(
    libraries.map(({ shortName }) => join(target, shortName)),
    target,
  );
  return libraries.map((library, at) => {
    const tarball = tarballs[at]!;
    writeJson(tarball.replace(/\.tgz$/, '.cdx.json'), billOf(library, imported, whole));
    const folder = join(target, library.shortName);
    return { name: library.name, version: library.manifest.version, folder, tarball };
  });
}

function writeManifest(library: Library, folder: string, imported: ReadonlySet<string>, shared: SharedFields): void {
  writeJson(join(folder, 'package.json'), publishedManifest(library, imported, shared));
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function copyPages(library: Library, root: string, folder: string): void {
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  for (const page of ['README.md', 'CHANGELOG.md']) {
    const from = join(library.folder, page);
    if (!existsSync(from)) throw new Error(`${library.name} has no ${page}`);
    copyFileSync(from, join(folder, page));
  }
}
