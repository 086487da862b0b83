import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { librariesOf, type Library } from './library';
import { publicSurface } from './public-surface';

const ROOT = join(__dirname, '..', '..', '..');
const libraries = librariesOf(ROOT);
const isBuilt = libraries.every(({ folder }) => existsSync(join(folder, 'dist', 'tsconfig.lib.tsbuildinfo')));

/** `UPDATE_GOLDENS=1` writes them. A change is a change of what other teams compile against. */
(isBuilt ? describe : describe.skip)(`the public surface${isBuilt ? '' : ' (npm run build)'}`, () => {
  it.each(libraries.map((library) => [library.shortName, library] as const))(
    'of %s is what its public-api.txt says',
    (_name, library) => {
      const file = join(library.folder, 'public-api.txt');
      const surface = publicSurface(library);
      if (process.env['UPDATE_GOLDENS'] || !existsSync(file)) writeFileSync(file, surface);

      expect(surface).toBe(readFileSync(file, 'utf8'));
    },
  );
});

describe('a surface', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stackcheck-surface-'));
    mkdirSync(join(folder, 'dist', 'inner'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const library = (modules: readonly string[]): Library => ({
    name: '@stackcheck/example',
    shortName: 'example',
    folder,
    manifest: { name: '@stackcheck/example', version: '1.0.0', description: '', license: 'MIT' },
    entries: modules.map((module) => ({ subPath: module === 'index' ? '.' : `./${module}`, module })),
  });
  const write = (name: string, text: string): void => writeFileSync(join(folder, 'dist', name), text);

  it('has the declarations of each entry without comments, wherever they stand', () => {
    write('index.d.ts', "export { b as c, type A } from './inner';\nexport declare const own: 1;\n");
    write(
      'inner/index.d.ts',
      "export * from './b';\nexport interface A {\n    /** Said. */\n    readonly a: string;\n}\n",
    );
    write(
      'inner/b.d.ts',
      'declare function hidden(): void;\n/** Said. */\nexport declare function b(x: number): string;\n',
    );
    write('more.d.ts', "export { b } from './inner/b';\n");

    expect(publicSurface(library(['index', 'more']))).toBe(
      [
        '// @stackcheck/example',
        '',
        'export declare const own: 1;',
        'export declare function b(x: number): string; // as c',
        'export interface A {\n    readonly a: string;\n}',
        '',
        '// @stackcheck/example/more',
        '',
        'export declare function b(x: number): string;',
        '',
      ].join('\n'),
    );
  });

  it('cannot be had of an entry that is not compiled', () => {
    expect(() => publicSurface(library(['index']))).toThrow('index.d.ts');
  });
});
