import type { Entry, Library } from './library';

/** What all packages share, from the manifest of the repository. */
export interface SharedFields {
  readonly engines: Readonly<Record<string, string>>;
  readonly repository: { readonly type: string; readonly url: string };
}

/** What tools that do not read `exports` take of a package. */
const ROOT_ENTRY = { main: './dist/index.cjs', module: './dist/index.js', types: './dist/index.d.cts' };

/** Files of one format: what Node runs and what the compiler reads. */
interface Target {
  readonly types: string;
  readonly default: string;
}

/**
 * The manifest of a package as it is published. `module-sync` comes first: every Node that `engines` allows takes it for
 * `import` and `require` alike, so that a process has one instance of each module. Tools that know no such condition get
 * ES modules or CommonJS, as they ask.
 * @param imported the packages that its files import; only these are dependencies
 * @throws Error where a package is imported that the library does not declare
 */
export function publishedManifest(library: Library, imported: ReadonlySet<string>, shared: SharedFields): object {
  const { name, version, description, license } = library.manifest;
  return {
    name,
    version,
    description,
    license,
    repository: { ...shared.repository, directory: `libs/${library.shortName}` },
    type: 'module',
    sideEffects: false,
    engines: shared.engines,
    ...(library.entries.some(({ subPath }) => subPath === '.') ? ROOT_ENTRY : {}),
    exports: {
      ...Object.fromEntries(library.entries.map((entry) => [entry.subPath, conditionsOf(entry)])),
      './package.json': './package.json',
    },
    files: ['dist', 'CHANGELOG.md'],
    dependencies: dependenciesOf(library, imported),
    publishConfig: { access: 'public' },
  };
}

function conditionsOf({ module }: Entry): Readonly<Record<string, Target>> {
  const esm: Target = { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
  const commonJs: Target = { types: `./dist/${module}.d.cts`, default: `./dist/${module}.cjs` };
  return { 'module-sync': esm, import: esm, require: commonJs };
}

function dependenciesOf({ name, manifest }: Library, imported: ReadonlySet<string>): Readonly<Record<string, string>> {
  const declared = manifest.dependencies ?? {};
  return Object.fromEntries(
    [...imported].sort().map((dependency) => {
      const version = declared[dependency];
      if (version === undefined) throw new Error(`${name} imports ${dependency} and does not declare it`);
      return [dependency, version];
    }),
  );
}
