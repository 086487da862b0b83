import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = join(__dirname, '..', '..', '..', '..');

/** A library's modules have no effects of their own, as its published manifest says. */
const withoutSideEffects: Plugin = {
  name: 'without-side-effects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[.@]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (pluginData === RESOLVED) return undefined;
      const found = await resolve(path, { kind, resolveDir, importer, pluginData: RESOLVED });
      return found.path.startsWith(join(ROOT, 'libs')) ? { ...found, sideEffects: false } : found;
    });
  },
};

const RESOLVED = 'resolved';

/**
 * A module for browsers with all that it imports in it, minified.
 * @param format `iife` puts its exports into a global `bundle`
 * @throws where anything of Node is imported
 */
export async function browserBundle(module: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: module, resolveDir: join(ROOT, 'libs', 'queries'), loader: 'ts' },
    bundle: true,
    minify: true,
    format,
    globalName: 'bundle',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@stackcheck/source'],
    plugins: [withoutSideEffects],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
