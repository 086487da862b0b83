import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const AREAS = ['apps', 'libs', 'tools'];
const NOT_OURS = new Set(['node_modules', 'dist', 'out-tsc', 'coverage']);
const CODE = /\.(ts|js|mjs|cjs)$/;

/**
 * Statements that name another module, types included, and calls of `import()` and `require()`. A pattern over the text
 * finds them in 30 ms where a parser takes over a second; it is anchored so that comments and templates are not read.
 */
const IMPORTS =
  /^(?:(?:import|export|\})[^'"\n]*?\sfrom\s+|import\s+)['"]([^'"\n]+)['"]|\b(?:import|require)\(\s*['"]([^'"\n]+)['"]/gm;

/** Which file of apps, libs and tools imports which, with `/` and from the repository root. */
export class ImportGraph {
  #files = new Set(AREAS.flatMap((area) => codeBelow(join(ROOT, area))));
  #entries = packageEntries();
  #entryFiles = new Set(this.#entries.values());
  #targets = new Map();
  #reached = new Map();

  constructor() {
    for (const file of this.#files) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const targets = new Set();
      for (const [, named, called] of text.matchAll(IMPORTS)) {
        const target = this.target(file, named ?? called);
        if (target !== undefined) targets.add(target);
      }
      this.#targets.set(file, targets);
    }
  }

  /** The file of ours that a specifier names; undefined for packages and for files that do not exist. */
  target(from, specifier) {
    const path = specifier.startsWith('.')
      ? join(dirname(from), specifier).split(sep).join('/')
      : this.#entries.get(specifier);
    if (path === undefined) return undefined;
    return [path, `${path}.ts`, `${path}/index.ts`, `${path}.js`, path.replace(/\.js$/, '.ts')].find((candidate) =>
      this.#files.has(candidate),
    );
  }

  /** Whether the file is a public entry of its package: it lists names of any folder. */
  isEntry(file) {
    return this.#entryFiles.has(file);
  }

  /** The shortest way from one file to another over imports, both included; undefined where there is none. */
  path(from, to) {
    const cameFrom = this.#reachedFrom(from);
    if (!cameFrom.has(to)) return undefined;
    const steps = [];
    for (let file = to; file !== undefined; file = cameFrom.get(file)) steps.unshift(file);
    return steps;
  }

  /** Every file that a file reaches, each with the one before it on a shortest way; worked out once per file. */
  #reachedFrom(from) {
    const known = this.#reached.get(from);
    if (known) return known;
    const cameFrom = new Map([[from, undefined]]);
    for (const file of cameFrom.keys()) {
      for (const next of this.#targets.get(file) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, file);
    }
    this.#reached.set(from, cameFrom);
    return cameFrom;
  }
}

/** A file's path from the repository root, with `/`. */
export function fromRoot(filename) {
  return relative(ROOT, filename).split(sep).join('/');
}

function codeBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : codeBelow(path);
    return CODE.test(entry.name) ? [fromRoot(path)] : [];
  });
}

/** What `@stackcheck/name/entry` means: the source entry of that library's `exports`. */
function packageEntries() {
  const entries = new Map();
  for (const area of AREAS) {
    for (const name of readdirSync(join(ROOT, area))) {
      const manifest = join(ROOT, area, name, 'package.json');
      if (!existsSync(manifest)) continue;
      const { name: packageName, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
      for (const [entry, target] of Object.entries(exports)) {
        const source = target?.['@stackcheck/source'];
        if (source) entries.set(`${packageName}${entry.slice(1)}`, fromRoot(join(ROOT, area, name, source)));
      }
    }
  }
  return entries;
}
