import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compiledProjects, importsOf } from './compiled-projects';
import { inRoot, repositoryFiles, textOf } from './workspace';

const launcher = <T>(file: string) => createRequire(__filename)(inRoot('tools', 'launch', file)) as T;
const { APPS } = launcher<{ readonly APPS: readonly string[] }>('build-workspace.js');
const { packagesOf } = launcher<{ packagesOf(locked: Locked, level: string): ReadonlySet<string> }>('levels.js');

type Locked = Readonly<Record<string, object>>;
const locked = (JSON.parse(textOf('package-lock.json')) as { readonly packages: Locked }).packages;

/** All that starts the API: the apps, and the scripts of its pages, which are bundled. */
const SERVED = [...APPS, 'apps/site/tsconfig.lib.json'];
/** The commands that install less than everything: the level, and what they compile with it. */
const COMMANDS: readonly (readonly [file: string, level: string, configs: readonly string[]])[] = [
  ['start.js', 'build', SERVED],
  ['release.js', 'build', SERVED],
  ['stackcheck.js', 'build', ['apps/stackcheck/tsconfig.lib.json']],
  ['cluster.js', 'build', [...SERVED, 'tools/cluster/tsconfig.lib.json']],
  ['demo.js', 'demo', ['tools/demo/tsconfig.lib.json']],
  ['example.js', 'demo', ['examples/tsconfig.json']],
];

describe('what a command compiles', () => {
  it('is known of each that installs less than everything', () => {
    const partial = repositoryFiles(inRoot('tools', 'launch')).filter((file) => /\blevel: '/.test(textOf(file)));

    expect(partial.sort()).toEqual(COMMANDS.map(([file]) => `tools/launch/${file}`).sort());
    for (const [file, level] of COMMANDS) expect(textOf(`tools/launch/${file}`)).toContain(`level: '${level}'`);
  });

  it.each(COMMANDS)('needs no package that it does not install: %s', (_file, level, configs) => {
    const installed = packagesOf(locked, level);

    const missing = compiledProjects(configs).flatMap(({ config, files, types }) => [
      ...missingOf(
        types.map((name) => `@types/${name}`),
        config,
        installed,
      ),
      ...files.flatMap((file) => missingOf(importsOf(file), file, installed)),
    ]);

    expect(missing).toEqual([]);
  });

  it('holds nothing that only tests use, where it is served', () => {
    const forTests = compiledProjects(SERVED).flatMap(({ files }) => [
      ...files.filter(isForTests),
      ...files.flatMap((file) =>
        importsOf(file)
          .filter(isForTests)
          .map((name) => `${file}: ${name}`),
      ),
    ]);

    expect(forTests).toEqual([]);
  });

  it.each([
    ['jest', 'libs/contract/src/a.ts: node_modules/jest'],
    ['jest/build/index', 'libs/contract/src/a.ts: node_modules/jest'],
    ['@types/jest', 'libs/contract/src/a.ts: node_modules/@types/jest'],
    ['not-even-locked', 'libs/contract/src/a.ts: not-even-locked'],
    ['express', undefined],
    ['@noble/hashes/sha2', undefined],
    ['@stackcheck/contract/testing', undefined],
    ['@types/node', undefined],
    ['node:fs', undefined],
    ['./file', undefined],
  ])('(of the package %s it would be seen: %s)', (name, said) => {
    const missing = missingOf([name], 'libs/contract/src/a.ts', packagesOf(locked, 'build'));

    if (said === undefined) expect(missing).toEqual([]);
    else expect(missing).toContain(said);
  });
});

/** The packages and types of these modules, as a file finds them, that are not installed. */
function missingOf(names: readonly string[], file: string, installed: ReadonlySet<string>): readonly string[] {
  const packages = names.filter((name) => !/^(\.|node:)/.test(name)).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]);
  return packages
    .flatMap((name) => [placeOf(name, file) ?? name, placeOf(typesOf(name), file)])
    .filter((place) => place !== undefined && !installed.has(place))
    .map((place) => `${file}: ${place}`);
}

/** `@types/express` of `express`, `@types/a__b` of `@a/b`. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@(.*)\//, '$1__')}`;
}

/** Where a file finds a package: the nearest `node_modules` from its folder upwards that is locked with it. */
function placeOf(name: string, file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const place = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (locked[place]) return place;
    if (folder === '.') return undefined;
  }
}

/** A file or module of a `testing` folder or entry, or a test. */
function isForTests(name: string): boolean {
  return /(?:^|\/)testing(?:\/|$)|\.spec\.ts$/.test(name);
}
