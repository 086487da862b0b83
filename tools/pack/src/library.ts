import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One sub-path of `exports` in a library's own manifest. */
interface SourceEntry {
  readonly '@stackcheck/source': string;
}

/** What is read of a library's own manifest. */
export interface WorkspaceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, SourceEntry | string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A public entry: what callers import, and the source file that it is made of. */
export interface Entry {
  /** `.` or `./matching`. */
  readonly subPath: string;
  /** Relative to the library's `src`, without its ending: `index`, `eol/index`. */
  readonly module: string;
}

/** A library of the workspace that can be published. */
export interface Library {
  readonly name: string;
  /** The last part of its name, which is also its folder below `libs`. */
  readonly shortName: string;
  readonly folder: string;
  readonly manifest: WorkspaceManifest;
  readonly entries: readonly Entry[];
}

/** Aids for tests of this repository; no package has them. */
const TESTING = './testing';

/** The libraries below `libs` that are not private, by name. */
export function librariesOf(root: string): readonly Library[] {
  const parent = join(root, 'libs');
  return readdirSync(parent)
    .filter((shortName) => existsSync(join(parent, shortName, 'package.json')))
    .map((shortName) => toLibrary(join(parent, shortName), shortName))
    .filter(({ manifest }) => manifest.private !== true);
}

function toLibrary(folder: string, shortName: string): Library {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as WorkspaceManifest;
  return { name: manifest.name, shortName, folder, manifest, entries: entriesOf(manifest) };
}

function entriesOf({ exports = {} }: WorkspaceManifest): readonly Entry[] {
  return Object.entries(exports).flatMap(([subPath, target]) =>
    typeof target === 'string' || subPath === TESTING
      ? []
      : [{ subPath, module: target['@stackcheck/source'].replace(/^\.\/src\//, '').replace(/\.ts$/, '') }],
  );
}
