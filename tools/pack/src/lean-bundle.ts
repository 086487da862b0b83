import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';

/**
 * What makes a bundle smaller without changing what it does: a package that is installed twice in one version is bundled once; the tables of
 * the starters, modules that are a text, are one compressed text that is unpacked when the first of them is read; and a validator that is
 * never used is left out.
 * @param root the repository
 */
export function leanBundle(root: string): readonly Plugin[] {
  return [noValidator(), oneOfEach(), packedTables(root)];
}

interface FoundPackage {
  readonly folder: string;
  /** Name and version. */
  readonly id: string;
}

/** Resolves each package to the first copy of its version that was found. */
function oneOfEach(): Plugin {
  const firstOf = new Map<string, string>();
  return {
    name: 'one of each',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === RESOLVED || path.startsWith('node:') || path.startsWith('@stackcheck/')) return undefined;
        const { importer, resolveDir, kind } = from;
        const found = await resolve(path, {
          importer,
          resolveDir,
          kind,
          namespace: from.namespace,
          pluginData: RESOLVED,
        });
        const owner = found.errors.length > 0 || found.external ? undefined : packageOf(found.path);
        if (owner === undefined) return undefined;
        const first = firstOf.get(owner.id) ?? owner.folder;
        firstOf.set(owner.id, first);
        return { path: join(first, relative(owner.folder, found.path)), sideEffects: found.sideEffects };
      });
    },
  };
}

const RESOLVED = 'resolved';

function packageOf(file: string): FoundPackage | undefined {
  for (let folder = dirname(file); folder.includes('node_modules'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    // A folder of a package may have a manifest that says its module type alone.
    const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; version?: string };
    if (name !== undefined && version !== undefined) return { folder, id: `${name}@${version}` };
  }
  return undefined;
}

/** A module that is a text and nothing else. */
const TABLE = /^(?:\/\*\*[^]*?\*\/\s*)?export const (\w+) = `([^`$\\]*)`;\s*$/;
const PACKED = 'packed-tables';
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

function packedTables(root: string): Plugin {
  const tables = tablesIn(join(root, 'libs', 'datasets', 'src'));
  const packed = brotliCompressSync(JSON.stringify(tables.map(({ text }) => text)), QUALITY).toString('base64');
  return {
    name: 'packed tables',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /[\\/]starter[\\/][\w-]+\.ts$/ }, ({ path }) => {
        const at = tables.findIndex(({ file }) => file === path);
        // As a property that is read when it is used, which the binding of a module cannot be.
        const property = `{ enumerable: true, get: () => require('${PACKED}').table(${at}) }`;
        return at < 0
          ? undefined
          : { contents: `Object.defineProperty(exports, '${tables[at]!.name}', ${property});`, loader: 'js' };
      });
      onResolve({ filter: new RegExp(`^${PACKED}$`) }, ({ path }) => ({ path, namespace: PACKED }));
      onLoad({ filter: /.*/, namespace: PACKED }, () => ({ contents: unpacking(packed), loader: 'js' }));
    },
  };
}

function unpacking(packed: string): string {
  return `let tables;
exports.table = (at) =>
  (tables ??= JSON.parse(require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString()))[at];`;
}

interface Table {
  readonly file: string;
  /** Of its export. */
  readonly name: string;
  readonly text: string;
}

function tablesIn(datasets: string): readonly Table[] {
  const folders = readdirSync(datasets).map((dataset) => join(datasets, dataset, 'starter'));
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return files.flatMap((file) => {
    const [, name, text] = (file.endsWith('.ts') && TABLE.exec(readFileSync(file, 'utf8'))) || [];
    return name === undefined || text === undefined ? [] : [{ file, name, text }];
  });
}

const SHIMS = 'sdk-shims';

/** Of the SDK of the Model Context Protocol: its validator of what people answer, 150 KB, since the server is given one. */
function noValidator(): Plugin {
  const contents = `export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator { constructor() { throw new Error('a validator has to be given'); } }`;
  return {
    name: 'no validator',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace: SHIMS }));
      onLoad({ filter: /.*/, namespace: SHIMS }, () => ({ contents, loader: 'js' }));
    },
  };
}
