import { fromRoot, ImportGraph } from './import-graph.mjs';

/**
 * Order inside a project, as an ESLint plugin. Both rules see type imports, too.
 *
 * - `no-circle`: no file of apps, libs or tools reaches itself over imports; specs and testing folders included.
 * - `folder-order`: in a project with `folders` in its row of projects.mjs (top first), a file imports only from folders
 *   below its own; folders of one entry do not import each other. Entries of the package list names of any folder. Specs
 *   and testing folders are free: a test arranges what it needs.
 *
 * `known` lists violations that are still to be mended, as `from -> to`. An entry that no longer occurs is an error.
 */
export const importOrder = {
  rules: {
    'no-circle': arrowRule((file) => {
      const graph = currentGraph();
      return (specifier) => {
        const target = graph.target(file, specifier);
        const back = target && graph.path(target, file);
        return back && { target, message: `Circle of files: ${[file, ...back].join(' -> ')}` };
      };
    }),
    'folder-order': arrowRule((file, { root, folders }) => {
      const graph = currentGraph();
      const own = placeOf(file, root, folders);
      return (specifier) => {
        const target = graph.target(file, specifier);
        if (target === undefined || graph.isEntry(file) || !target.startsWith(`${root}/src/`)) return undefined;
        const fault = orderFault(own, placeOf(target, root, folders));
        return fault && { target, message: `${fault}; the order is in tools/check/lint/projects.mjs` };
      };
    }),
  },
};

/** A file's folder as the order names it (the longest name that fits; `.` for files of `src` itself) and its rank. */
function placeOf(file, root, folders) {
  const path = file.slice(`${root}/src/`.length);
  if (!path.includes('/')) return { folder: '.', rank: rankOf('.', folders, ABOVE_ALL) };
  const [named] = folders
    .flat()
    .filter((name) => path.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length);
  return { folder: named ?? path.split('/')[0], rank: rankOf(named, folders, undefined) };
}

const ABOVE_ALL = -1;

function rankOf(folder, folders, otherwise) {
  const rank = folders.findIndex((entry) => entry.includes(folder));
  return rank < 0 ? otherwise : rank;
}

function orderFault(from, to) {
  if (from.folder === to.folder) return undefined;
  for (const { folder, rank } of [from, to]) {
    if (rank === undefined) return `${folder} has no place in the order of folders`;
  }
  if (from.rank === to.rank) return `${from.folder} and ${to.folder} stand in one entry and do not import each other`;
  return from.rank > to.rank ? `${from.folder} is below ${to.folder} and does not import it` : undefined;
}

let graph;

/** One graph per process: a lint run. Imports of the file being linted are taken from its text as given. */
function currentGraph() {
  return (graph ??= new ImportGraph());
}

/** A rule that reports each import for which `judge(file, options)(specifier)` finds a fault that is not a known one. */
function arrowRule(judgeOf) {
  return {
    meta: { type: 'problem', schema: [{ type: 'object' }] },
    create(context) {
      const [{ known = [], ...options } = {}] = context.options;
      const file = fromRoot(context.filename);
      const judge = judgeOf(file, options);
      const left = new Set(known.filter((arrow) => arrow.startsWith(`${file} -> `)));
      const open = new Set(left);
      const judgeSource = (source) => {
        if (typeof source?.value !== 'string') return;
        const fault = judge(source.value);
        if (fault === undefined) return;
        const arrow = `${file} -> ${fault.target}`;
        left.delete(arrow);
        if (!open.has(arrow)) context.report({ node: source, message: fault.message });
      };
      return {
        ImportDeclaration: ({ source }) => judgeSource(source),
        ExportNamedDeclaration: ({ source }) => judgeSource(source),
        ExportAllDeclaration: ({ source }) => judgeSource(source),
        ImportExpression: ({ source }) => judgeSource(source),
        TSImportType: ({ source, argument }) => judgeSource(source ?? argument?.literal),
        "CallExpression[callee.name='require']": ({ arguments: [source] }) => judgeSource(source),
        'Program:exit': (node) => {
          for (const arrow of left) {
            context.report({ node, message: `Mended: take "${arrow}" out of tools/check/lint/known-arrows.mjs` });
          }
        },
      };
    },
  };
}
