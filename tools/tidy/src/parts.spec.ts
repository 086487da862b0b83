import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot, ROOT, textOf } from './workspace';

/** A row of `tools/check/lint/projects.mjs`, as far as the page speaks of it. */
interface Row {
  readonly name: string;
  readonly root: string;
  readonly uses: readonly string[] | '*';
  readonly packages: readonly string[] | '*';
  readonly domain?: boolean;
  readonly builtins?: readonly string[];
}

/** A row of the page's table: the folders that it names, and what they must never see. */
interface Part {
  readonly folders: readonly string[];
  readonly never: readonly string[];
}

const rows = tableOfProjects();
const parts = partsOf(textOf('docs/architecture.md'));

/** What a word of the column "Must never see" stands for in the other table: whether a project may see it all the same. */
const SEES: Readonly<Record<string, (row: Row) => boolean>> = {
  'anything else': ({ uses, packages }) => uses.length + packages.length > 0,
  'npm packages': ({ uses, packages }) => uses.length + packages.length > 0,
  'the API': usesAny('api'),
  'apps/ingest': usesAny('ingest'),
  datasets: usesAny('datasets'),
  'EOL data': usesAny('eol-core', 'datasets'),
  payments: usesAny('payment-x402', 'payment-l402', 'payment-http'),
  SQL: usesAny('store-sqlite', 'store-postgres', 'better-sqlite3', 'pg'),
  Express: usesAny('express'),
  HTTP: usesAny('api', 'payment-http', 'express', 'undici', 'node:http'),
  container: usesAny('tsyringe'),
  files: usesAny('node:fs', 'node:fs/promises'),
  environment: usesAny('node:process'),
  network: usesAny('undici', 'node:http', 'node:https', 'node:net'),
  clock: ({ domain }) => domain !== true,
};

/** Words that no import betrays: other tests hold them (start-up of the API, bundles of tools/pack). */
const NOT_BY_IMPORTS: ReadonlySet<string> = new Set(['the dataset signing key', 'Node']);

describe('the table of parts in docs/architecture.md', () => {
  it('names every project of tools/check/lint/projects.mjs once', () => {
    const named = parts.flatMap(({ folders }) => folders);

    expect(named.filter((folder) => rows.some(({ root }) => root === folder)).sort()).toEqual(
      rows.map(({ root }) => root).sort(),
    );
    expect(named.filter((folder) => !existsSync(inRoot(folder)))).toEqual([]);
  });

  it('says of no project that it must never see what its row lets it import', () => {
    const broken = parts.flatMap(({ folders, never }) =>
      rows
        .filter(({ root }) => folders.includes(root))
        .flatMap((row) => never.filter((word) => SEES[word]?.(row)).map((word) => `${row.root} may see ${word}`)),
    );

    expect(broken).toEqual([]);
  });

  it('says it in words that this test knows', () => {
    const words = new Set(parts.flatMap(({ never }) => never));

    expect([...words].filter((word) => !(word in SEES) && !NOT_BY_IMPORTS.has(word))).toEqual([]);
  });
});

/** Whether a row lets its project import any of these: projects, packages, or built-ins of Node as `node:fs`. */
function usesAny(...names: readonly string[]): (row: Row) => boolean {
  return ({ uses, packages, domain, builtins = [] }) =>
    names.some((name) => {
      if (name.startsWith('node:')) return domain !== true || builtins.includes(name.slice('node:'.length));
      return [uses, packages].some((list) => list === '*' || list.includes(name));
    });
}

/** The rows of the first table: folders in code spans, and the last column, parted by commas. */
function partsOf(page: string): readonly Part[] {
  const [, section = ''] = page.split(/^## Parts$/m);
  return [...section.split(/^## /m)[0]!.matchAll(/^\| (`.*?) \|.*\| (.*?) \|$/gm)].map(([, folders, never]) => ({
    folders: [...folders!.matchAll(/`([^`]+)`/g)].map(([, folder]) => folder!),
    never: never!
      .replaceAll('`', '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  }));
}

/** The rows as another process reads them, since tests are no modules of ECMAScript. */
function tableOfProjects(): readonly Row[] {
  const program = `import { PROJECTS } from './tools/check/lint/projects.mjs'; console.log(JSON.stringify(PROJECTS));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return JSON.parse(output) as Row[];
}
