import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { leanBundle } from './lean-bundle';
import { npmPack } from './npm-run';

/** The command line as it was packed. */
export interface PackedCommandLine {
  /** What an installation holds. */
  readonly folder: string;
  readonly tarball: string;
  /** The file that is run; it loads the others. */
  readonly program: string;
  /** The one that is loaded for `stackcheck mcp` alone. */
  readonly mcp: string;
  /** Bytes of code by the library, app or npm package that they come from, in all files together. */
  readonly parts: ReadonlyMap<string, number>;
}

interface AppManifest {
  readonly version: string;
  readonly description: string;
}

interface RootManifest {
  readonly license: string;
  readonly repository: object;
  readonly engines: object;
}

/**
 * Makes the package `stackcheck`: the command line as a few files that need no other package, script or native module, and the licences of
 * what is in them. `stackcheck.js` is run and loads `program.js`; that loads `mcp.js` for `stackcheck mcp` alone; `part-….js` is what these share.
 * @param target holds `stackcheck/` and the tarball afterwards; what else is there stays
 */
export async function packCommandLine(root: string, target: string): Promise<PackedCommandLine> {
  const folder = join(target, 'stackcheck');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const app = join(root, 'apps', 'stackcheck');
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    platform: 'node',
    target: 'node20',
    conditions: ['@stackcheck/source'],
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    entryPoints: {
      stackcheck: join(app, 'src', 'main.ts'),
      program: join(app, 'src', 'run-here.ts'),
      mcp: join(app, 'src', 'mcp', 'serve.ts'),
    },
    outdir: folder,
    chunkNames: 'part-[hash]',
    banner: { js: REQUIRE },
    plugins: [...leanBundle(root)],
  });
  const program = join(folder, 'stackcheck.js');
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`);
  const files = readdirSync(folder);
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), licencesOf(root, Object.keys(metafile.inputs)));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(app, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'libs', 'report', 'src', 'outcome.schema.json'), join(folder, 'outcome.schema.json'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root, app, files), null, 2)}\n`);
  const mcp = join(folder, 'mcp.js');
  const [tarball] = await npmPack([folder], target);
  return { folder, program, mcp, parts: partsOf(metafile), tarball: tarball! };
}

/** Packages in CommonJS require modules of Node, which a module of the other kind has no word for. */
const REQUIRE = "import{createRequire as requireOfNode}from'node:module';const require=requireOfNode(import.meta.url);";

function partsOf({ outputs }: Metafile): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
      const [ours = file] = /^(?:apps|libs)\/[^/]+/.exec(file) ?? [];
      const part = inPackage ?? ours;
      parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
    }
  }
  return parts;
}

function manifestOf(root: string, app: string, code: readonly string[]): object {
  const { version, description } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as AppManifest;
  const { license, repository, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootManifest;
  return {
    name: 'stackcheck',
    version,
    description,
    license,
    repository,
    engines,
    type: 'module',
    bin: { stackcheck: 'stackcheck.js' },
    files: [...code, 'outcome.schema.json', 'THIRD-PARTY.txt'],
  };
}

/** The licence of each package of which code is in the files, by name. */
function licencesOf(root: string, inputs: readonly string[]): string {
  const folders = new Set<string>();
  for (const input of inputs) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder !== undefined && !folder.includes('/@stackcheck/')) folders.add(folder);
  }
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
      readonly license: string;
    };
    const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
    const text =
      file !== undefined && existsSync(join(root, folder, file)) ? readFileSync(join(root, folder, file), 'utf8') : '';
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
