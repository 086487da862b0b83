import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { inRoot, isCode, manifestOf, projects, repositoryFiles, textOf, type Manifest } from './workspace';

const root = manifestOf('.');
const all = projects();
const libs = all.filter((project) => project.kind === 'lib');

describe('package.json', () => {
  it.each(['.', ...all.map((project) => project.root)])('%s names exact versions only', (folder) => {
    const manifest = manifestOf(folder);

    const loose = Object.entries(dependencies(manifest)).filter(([, version]) => !isExact(version));

    expect(loose).toEqual([]);
  });

  it.each(all.map((project) => [project.root, project] as const))(
    '%s is named after its folder, versioned with the rest, licensed, described and tagged',
    (folder, { manifest }) => {
      const name = basename(folder);

      expect(manifest).toMatchObject({
        name: `@stackcheck/${name}`,
        version: root.version,
        license: root.license,
        description: expect.stringMatching(/\.$/),
        nx: { tags: [`project:${name}`] },
      });
    },
  );

  it.each(libs.map((project) => [project.root, project] as const))(
    '%s can be used by another team: a README, and exports with types and code',
    (folder, { manifest }) => {
      expect(existsSync(inRoot(folder, 'README.md'))).toBe(true);
      for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
        if (entry === './package.json') continue;
        expect({ entry, target }).toEqual({
          entry,
          target: {
            '@stackcheck/source': expect.stringMatching(/^\.\/src\/.*\.ts$/),
            types: expect.stringMatching(/^\.\/dist\/.*\.d\.ts$/),
            default: expect.stringMatching(/^\.\/dist\/.*\.js$/),
          },
        });
      }
      expect(Object.keys(manifest.exports ?? {}).length).toBeGreaterThan(1);
    },
  );

  it.each(libs.map((project) => [project.root, project] as const))(
    '%s does nothing by being imported, and says so to those who bundle it',
    (folder, { manifest }) => {
      const files = repositoryFiles().filter(
        (file) => file.startsWith(`${folder}/src/`) && file.endsWith('.ts') && !/\.spec\.ts$|\/testing\//.test(file),
      );

      expect(manifest).toMatchObject({ sideEffects: false });
      expect(files.length).toBeGreaterThan(0);
      expect(files.filter((file) => /^import ['"]/m.test(textOf(file)))).toEqual([]);
    },
  );

  it.each(all.filter((project) => project.kind !== 'tool').map((project) => [project.root, project] as const))(
    '%s declares exactly the packages that its sources import',
    (folder, { manifest }) => {
      const declared = Object.keys(manifest.dependencies ?? {}).filter((name) => name !== 'tslib');

      expect(declared.sort()).toEqual([...importedPackages(folder)].sort());
    },
  );

  it.each(all.filter((project) => project.kind !== 'tool').map((project) => [project.root, project] as const))(
    '%s leaves the packages of its tests to the root: npm start installs all that a workspace names',
    (_folder, { manifest }) => {
      const names = Object.keys(manifest.devDependencies ?? {});

      expect(names.filter((name) => !name.startsWith('@stackcheck/'))).toEqual([]);
    },
  );
});

describe('the table of who may import whom', () => {
  it('has a row for every project', () => {
    const table = textOf('tools/check/lint/projects.mjs');

    const missing = all.filter(({ root: folder }) => !table.includes(`root: '${folder}'`));

    expect(missing.map(({ root: folder }) => folder)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  it('holds no download addresses: npm ci works without them, and they would name one registry', () => {
    expect(textOf('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });
});

describe('the compiler', () => {
  it('is TypeScript 7 for people who type `npx tsc`, too', () => {
    const run = spawnSync(process.execPath, [inRoot('node_modules', '.bin', 'tsc'), '-v'], { encoding: 'utf8' });

    expect(run.stdout).toMatch(/^Version 7\./);
  });

  it('builds every project of the workspace', () => {
    const { references } = JSON.parse(textOf('tsconfig.json')) as { references: readonly { readonly path: string }[] };

    const compiled = all
      .map(({ root: folder }) => folder)
      .filter((folder) => existsSync(inRoot(folder, 'tsconfig.json')));
    expect(references.map(({ path }) => path.replace(/^\.\//, '')).sort()).toEqual(compiled.sort());
  });
});

function dependencies(manifest: Manifest): Record<string, string> {
  return {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
    ...flat(manifest.overrides ?? {}),
  };
}

/** Overrides for all, and those below one package (`{ ethers: { '@types/node': '1.2.3' } }`). */
function flat(overrides: NonNullable<Manifest['overrides']>): Readonly<Record<string, string>> {
  return Object.assign(
    {},
    ...Object.entries(overrides).map(([name, of]) => (typeof of === 'string' ? { [name]: of } : of)),
  );
}

/** `1.2.3`, `1.2.3-beta.1`, an alias of such (`npm:name@1.2.3`), or a folder of this repository. */
function isExact(version: string): boolean {
  if (version.startsWith('file:')) return existsSync(inRoot(version.slice('file:'.length), 'package.json'));
  return /^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
}

/** Packages named by import or export statements of a project's sources; tests may also use the root's own packages. */
function importedPackages(folder: string): ReadonlySet<string> {
  const sources = repositoryFiles(inRoot(folder)).filter((file) => isCode(file) && /\/src\//.test(file));
  const names = sources
    .filter((file) => !file.endsWith('.spec.ts') && !file.includes('/testing/'))
    .flatMap((file) => ts.preProcessFile(textOf(file)).importedFiles.map((imported) => imported.fileName))
    .filter((specifier) => !/^(\.|node:)/.test(specifier));
  return new Set(names.map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]));
}
