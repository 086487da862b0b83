import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { transform } from '@swc/core';
import type { Plugin } from 'rollup';

/** What `require`, `__dirname` and `__filename` are in an ES module of Node. */
const COMMONJS_NAMES = `import { createRequire as $createRequire } from 'node:module';
import { dirname as $dirname } from 'node:path';
import { fileURLToPath as $fileURLToPath } from 'node:url';
const require = $createRequire(import.meta.url);
const __filename = $fileURLToPath(import.meta.url);
const __dirname = $dirname(__filename);
`;

const USES_COMMONJS_NAMES = /\b(require\.resolve|require\(['"]|__dirname|__filename)/;

/** Reads TypeScript: finds modules without their endings and takes the types out. */
export function typescriptModules(): Plugin {
  return {
    name: 'typescript-modules',
    resolveId(specifier, importer) {
      if (!specifier.startsWith('.') || importer === undefined) return null;
      const path = resolve(dirname(importer), specifier);
      const found = [`${path}.ts`, `${path}/index.ts`, path].find((file) => existsSync(file));
      if (found === undefined) throw new Error(`${importer} imports ${specifier}, which is not there`);
      return found;
    },
    async transform(code, id) {
      if (id.endsWith('.json')) return { code: `export default ${code}`, map: null };
      const { code: javascript } = await transform(code, {
        filename: id,
        swcrc: false,
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript' },
          transform: { useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      });
      return { code: javascript, map: null };
    },
  };
}

/** Gives ES modules that ask where they are the names that CommonJS has for it. */
export function commonJsNames(): Plugin {
  return {
    name: 'commonjs-names',
    renderChunk(code, _chunk, { format }) {
      return format === 'es' && USES_COMMONJS_NAMES.test(code) ? { code: COMMONJS_NAMES + code, map: null } : null;
    },
  };
}

/** The package that a module belongs to, null for one of Node or of the library itself. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('/') || isBuiltin(specifier)) return null;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? null;
}
