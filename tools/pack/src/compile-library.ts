import { join } from 'node:path';
import { rollup, type OutputChunk, type Plugin, type RollupOutput } from 'rollup';
import dts from 'rollup-plugin-dts';
import type { Library } from './library';
import { commonJsNames, packageOf, typescriptModules } from './source-modules';

/** Files in addition to the entries that are run by their path: the program of a thread. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'store-sqlite': ['payments/worker-thread/ledger-thread-program'],
};

/**
 * Writes a library's code and declarations below `folder`/dist, as ES modules and as CommonJS, one file for each source file
 * so that bundlers leave out what is not used. Its declarations must be compiled (`npm run build`).
 * @returns the packages that what it wrote imports
 */
export async function compileLibrary(library: Library, folder: string): Promise<ReadonlySet<string>> {
  const code = await compileCode(library, join(folder, 'dist'));
  const declarations = await compileDeclarations(library, join(folder, 'dist'));
  return new Set([...code, ...declarations].flatMap((specifier) => packageOf(specifier) ?? []));
}

async function compileCode(library: Library, dir: string): Promise<readonly string[]> {
  const sources = join(library.folder, 'src');
  const bundle = await build(library.name, inputOf(library, sources, '.ts'), [typescriptModules(), commonJsNames()]);
  const shared = { dir, preserveModules: true, preserveModulesRoot: sources } as const;
  const written = await bundle.write({ ...shared, format: 'es', entryFileNames: '[name].js' });
  await bundle.write({
    ...shared,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    exports: 'named',
    interop: 'auto',
    generatedCode: { symbols: true },
  });
  await bundle.close();
  return importsOf(written);
}

async function compileDeclarations(library: Library, dir: string): Promise<readonly string[]> {
  const bundle = await build(
    library.name,
    inputOf({ ...library, shortName: '' }, join(library.folder, 'dist'), '.d.ts'),
    [dts()],
  );
  const write = (ending: string) =>
    bundle.write({
      dir,
      format: 'es',
      entryFileNames: `[name].${ending}`,
      chunkFileNames: ({ name }) => `shared/${name.replace(/\.d$/, '')}.${ending}`,
    });
  const written = await write('d.ts');
  await write('d.cts');
  await bundle.close();
  return importsOf(written);
}

function build(library: string, input: Readonly<Record<string, string>>, plugins: readonly Plugin[]) {
  return rollup({
    input,
    plugins: [...plugins],
    external: (specifier) => !specifier.startsWith('.') && !specifier.startsWith('/'),
    treeshake: false,
    onwarn({ message }) {
      throw new Error(`${library}: ${message}`);
    },
  });
}

function inputOf({ shortName, entries }: Library, folder: string, ending: string): Readonly<Record<string, string>> {
  const modules = [...entries.map(({ module }) => module), ...(PROGRAMS[shortName] ?? [])];
  return Object.fromEntries(modules.map((module) => [module, join(folder, module + ending)]));
}

function importsOf({ output }: RollupOutput): readonly string[] {
  const files = new Set(output.map(({ fileName }) => fileName));
  return output
    .filter((part): part is OutputChunk => part.type === 'chunk')
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((specifier) => !files.has(specifier));
}
