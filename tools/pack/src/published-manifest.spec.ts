import type { Library } from './library';
import { publishedManifest } from './published-manifest';

const SHARED = {
  engines: { node: '>=20.19' },
  repository: { type: 'git', url: 'git+https://example.org/stack.git' },
};

const library = (more: Partial<Library['manifest']> = {}): Library => ({
  name: '@stackcheck/sample-core',
  shortName: 'sample-core',
  folder: 'libs/sample-core',
  entries: [
    { subPath: '.', module: 'index' },
    { subPath: './names', module: 'names/index' },
  ],
  manifest: {
    name: '@stackcheck/sample-core',
    version: '1.2.3',
    description: 'A sample.',
    license: 'MIT',
    dependencies: { '@stackcheck/contract': '1.2.3', ajv: '8.20.0', tslib: '2.9.1' },
    ...more,
  },
});

describe('the manifest of a published package', () => {
  const manifest = publishedManifest(library(), new Set(['ajv']), SHARED) as Record<string, unknown>;

  it('names only files that are in the package', () => {
    expect(JSON.stringify(manifest)).not.toMatch(/@stackcheck\/source|\.\/src\/|\.ts"(?<!\.d\.ts")/);
  });

  it('gives one instance of a module to import and require alike, and CommonJS to tools that know no other', () => {
    const { exports } = manifest as { exports: Record<string, Record<string, object>> };

    expect(Object.keys(exports['./names'] ?? {})).toEqual(['module-sync', 'import', 'require']);
    expect(exports['./names']?.['module-sync']).toEqual(exports['./names']?.['import']);
    expect(exports['./names']?.['require']).toEqual({
      types: './dist/names/index.d.cts',
      default: './dist/names/index.cjs',
    });
  });

  it('depends on what its files import and on nothing else', () => {
    expect(manifest).toMatchObject({ dependencies: { ajv: '8.20.0' } });
    expect(manifest['dependencies']).not.toHaveProperty('tslib');
  });

  it('is not made where something is imported that the library does not declare', () => {
    expect(() => publishedManifest(library(), new Set(['ethers']), SHARED)).toThrow(
      '@stackcheck/sample-core imports ethers and does not declare it',
    );
  });

  it('says where its sources are, which Node it needs, and that its modules do nothing by being loaded', () => {
    expect(manifest).toMatchObject({
      repository: { type: 'git', directory: 'libs/sample-core' },
      engines: SHARED.engines,
      sideEffects: false,
      type: 'module',
      license: 'MIT',
    });
  });

  it('names no root entry where the library has none', () => {
    const { entries } = library();

    const withoutRoot = publishedManifest({ ...library(), entries: entries.slice(1) }, new Set(), SHARED);

    expect(withoutRoot).not.toHaveProperty('main');
    expect(manifest).toMatchObject({ main: './dist/index.cjs', types: './dist/index.d.cts' });
  });
});
