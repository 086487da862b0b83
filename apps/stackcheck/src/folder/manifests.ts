import type { FileInventory } from '@stackcheck/inventory';

/** A manifest of dependencies, whose versions only a lockfile says. */
export interface FoundManifest {
  /** As outputs show it, with `/` between folders. */
  readonly path: string;
  /** The beginning of its text; empty where it cannot be read. */
  readonly head: () => string;
}

interface ManifestKind {
  readonly name: RegExp;
  /** Found in the text of one that has dependencies. */
  readonly declares: RegExp;
  /** Lockfiles that say their versions: in the same folder or above. */
  readonly locks: RegExp;
}

/** Whether a file is a manifest of dependencies, by its name. */
export function isManifest(path: string): boolean {
  return kindOf(path) !== undefined;
}

/**
 * The files with an entry apart for each manifest that has dependencies which no lockfile or SBOM of its folder, or of one above, says
 * the versions of: none of them was looked at.
 */
export function withUnlocked(
  files: readonly FileInventory[],
  manifests: readonly FoundManifest[],
): readonly FileInventory[] {
  const read = files.map(({ path, format }) => ({ path, isSbom: SBOM.test(format) }));
  const unlocked = manifests.filter(({ path, head }) => {
    const kind = kindOf(path);
    if (kind === undefined) return false;
    const isLocked = read.some((file) => (file.isSbom || kind.locks.test(nameOf(file.path))) && holds(file.path, path));
    return !isLocked && kind.declares.test(head());
  });
  const paths = new Set(unlocked.map(({ path }) => path));
  const known = new Set(files.map(({ path }) => path));
  return [
    ...files.map((file) => (paths.has(file.path) ? { ...file, apart: [...file.apart, apartOf(file.path)] } : file)),
    ...unlocked.filter(({ path }) => !known.has(path)).map(({ path }) => inventoryOf(path)),
  ];
}

const SBOM = /^(?:cyclonedx|spdx)/;

const PYTHON_LOCKS = /^(?:(?:poetry|uv|pdm|Pipfile)\.lock|pylock.*\.toml|.*requirements.*\.txt)$/;

const KINDS: readonly ManifestKind[] = [
  {
    name: /^package\.json$/,
    declares: /"(?:d|devD|optionalD)ependencies"\s*:\s*\{\s*"/,
    locks: /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
  },
  {
    name: /^pyproject\.toml$/,
    declares: /^dependencies\s*=\s*\[\s*["']|^\[tool\.poetry\..*dependencies\]/m,
    locks: PYTHON_LOCKS,
  },
  { name: /^setup\.(?:py|cfg)$/, declares: /^\s*install_requires\b/m, locks: PYTHON_LOCKS },
  { name: /^Pipfile$/, declares: /^\[(?:dev-)?packages\]/m, locks: PYTHON_LOCKS },
  { name: /^Cargo\.toml$/, declares: /^\[.*dependencies.*\]/m, locks: /^Cargo\.lock$/ },
  { name: /^(?:Gemfile|gems\.rb)$/, declares: /^\s*gem[\s(]/m, locks: /^(?:Gemfile\.lock|gems\.locked)$/ },
  { name: /^composer\.json$/, declares: /"require(?:-dev)?"\s*:\s*\{\s*"/, locks: /^composer\.lock$/ },
  { name: /^pubspec\.yaml$/, declares: /^(?:dev_)?dependencies:/m, locks: /^pubspec\.lock$/ },
  { name: /^Package\.swift$/, declares: /\.package\(/, locks: /^Package\.resolved$/ },
  { name: /^mix\.exs$/, declares: /\{\s*:\w+,\s*["~[]/, locks: /^mix\.lock$/ },
  {
    name: /^build\.gradle(?:\.kts)?$/,
    declares: /^\s*(?:api|implementation|compileOnly|runtimeOnly|testImplementation|classpath|kapt)\b/m,
    locks: /^(?:gradle\.lockfile|verification-metadata\.xml)$/,
  },
  { name: /^.*\.(?:cs|fs|vb)proj$/, declares: /<PackageReference\b/, locks: /^packages\.lock\.json$/ },
];

function kindOf(path: string): ManifestKind | undefined {
  const name = nameOf(path);
  return KINDS.find((kind) => kind.name.test(name));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a file speaks for the folder of a manifest: its own folder is that one or above. Gradle keeps one in a folder `gradle`. */
function holds(file: string, manifest: string): boolean {
  const folder = file.slice(0, file.lastIndexOf('/') + 1).replace(/(?:^|(?<=\/))gradle\/$/, '');
  return manifest.startsWith(folder);
}

function apartOf(path: string): FileInventory['apart'][number] {
  return { name: path, why: 'no_lockfile' };
}

function inventoryOf(path: string): FileInventory {
  const nothing = { packages: [], images: [], products: [], identified: [], problems: [] };
  return { path, format: 'manifest', readable: true, ...nothing, apart: [apartOf(path)] };
}
