'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { replaceFile } = require('./replace-file');
const { helpOrRefuse } = require('./usage');
const { root, say } = require('./workspace');

const USAGE = `node tools/launch/bundle-site.js [FOLDER]

Bundles the scripts of the pages (apps/site) into FOLDER, apps/site/dist/scripts where none is given. Each file is named after its bytes;
scripts.json says which ones a page loads.`;

const SITE = path.join(root, 'apps', 'site');
const PAGES = path.join(SITE, 'src', 'pages');
const FOLDER = path.join(SITE, 'dist', 'scripts');

/**
 * Bundles each file of apps/site/src/pages with all that it imports, for browsers. What is in the folder already is left as it is, what
 * belongs to no page any more goes, and scripts.json comes last: who reads it finds all that it names.
 * @throws Error where a source cannot be bundled; the messages are on stderr
 */
async function bundleSite(folder = FOLDER) {
  const esbuild = require('esbuild');
  const pages = fs.readdirSync(PAGES).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const built = await Promise.all(pages.map((page) => esbuild.build(optionsOf(page, folder))));
  await esbuild.stop();
  const files = built.flatMap(({ outputFiles }) => outputFiles);
  fs.mkdirSync(folder, { recursive: true });
  for (const { path: file, contents } of files) replaceFile(file, contents);
  const scripts = Object.fromEntries(
    pages.map((page, at) => [path.basename(page, '.ts'), filesOf(page, built[at].metafile)]),
  );
  replaceFile(path.join(folder, 'scripts.json'), `${JSON.stringify(scripts, null, 2)}\n`);
  const current = new Set(['scripts.json', ...files.map(({ path: file }) => path.basename(file))]);
  for (const name of fs.readdirSync(folder)) if (!current.has(name)) fs.rmSync(path.join(folder, name));
}

/** Each page by itself: what two of them have in common comes with each, in as few files as each needs. */
function optionsOf(page, folder) {
  return {
    absWorkingDir: root,
    entryPoints: [path.join(PAGES, page)],
    outdir: folder,
    entryNames: '[name].[hash]',
    chunkNames: 'part.[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    conditions: ['@stackcheck/source'],
    plugins: [withoutSideEffects, withoutWrapping],
    metafile: true,
    write: false,
    logLevel: 'warning',
  };
}

/** A library's modules have no effects of their own, as its published manifest says. */
const withoutSideEffects = {
  name: 'without-side-effects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[.@]/ }, async ({ path: name, kind, resolveDir, importer, pluginData }) => {
      if (pluginData === RESOLVED) return undefined;
      const found = await resolve(name, { kind, resolveDir, importer, pluginData: RESOLVED });
      return found.path.startsWith(path.join(root, 'libs')) ? { ...found, sideEffects: false } : found;
    });
  },
};
const RESOLVED = 'resolved';

/** A package that is one CommonJS function, as a module: what would wrap it is 0.3 KB in each script. */
const withoutWrapping = {
  name: 'without-wrapping',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]canonicalize\.js$/ }, ({ path: file }) => ({
      contents: fs.readFileSync(file, 'utf8').replace(/^module\.exports =/m, 'export default'),
    }));
  },
};

/** `{ file, loads, later }`: the script of a page, what it loads at once, and what only when it is needed. */
function filesOf(page, { outputs }) {
  const named = Object.fromEntries(Object.entries(outputs).map(([file, output]) => [path.basename(file), output]));
  const isScript = ([, { entryPoint }]) => entryPoint && path.resolve(root, entryPoint) === path.join(PAGES, page);
  const [file] = Object.entries(named).find(isScript);
  const loads = reached(named, [file], 'import-statement');
  const later = reached(named, [file, ...loads]);
  return { file, loads, later };
}

/** The files that some files import, and those import, and so on; without the first ones. */
function reached(named, from, kind) {
  const found = new Set(from);
  for (const file of found)
    for (const each of named[file].imports) if (!kind || each.kind === kind) found.add(path.basename(each.path));
  return [...found].filter((file) => !from.includes(file)).sort();
}

module.exports = { bundleSite };

if (require.main === module) {
  const args = process.argv.slice(2);
  helpOrRefuse(USAGE, args, { allow: (arg) => !arg.startsWith('-') && args.length === 1 });
  bundleSite(args[0] && path.resolve(args[0])).catch(() => {
    say('the scripts of the pages cannot be bundled; the errors are above');
    process.exitCode = 1;
  });
}
