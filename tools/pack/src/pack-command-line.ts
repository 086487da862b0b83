import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { leanBundle } from './lean-bundle';
import { npmPack } from './npm-run';

/** The command line as it was packed. */
export interface PackedCommandLine {
  /** What an installation holds. */
  readonly folder: string;
  readonly tarball: string;
  /** The file of code that is run. */
  readonly program: string;
  /** The one that it loads for `stackcheck mcp` alone. */
  readonly mcp: string;
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
 * Makes the package `stackcheck`: the command line as a file that needs no other package, script or native module, a second one with
 * what `stackcheck mcp` needs in addition, and the licences of what is in them.
 * @param target holds `stackcheck/` and the tarball afterwards; what else is there stays
 */
export async function packCommandLine(root: string, target: string): Promise<PackedCommandLine> {
  const folder = join(target, 'stackcheck');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const app = join(root, 'apps', 'stackcheck');
  const program = join(folder, 'stackcheck.js');
  const mcp = join(folder, 'mcp.js');
  const options: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    conditions: ['@stackcheck/source'],
    legalComments: 'none',
    logLevel: 'error',
  };
  const inputs = [
    await bundled({
      ...options,
      entryPoints: [join(app, 'src', 'main.ts')],
      outfile: program,
      banner: { js: '#!/usr/bin/env node' },
      plugins: [APART, ...leanBundle(root)],
    }),
    await bundled({
      ...options,
      entryPoints: [join(app, 'src', 'mcp', 'serve.ts')],
      outfile: mcp,
      plugins: [...leanBundle(root)],
    }),
  ];
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), licencesOf(root, inputs.flat()));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(app, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'libs', 'report', 'src', 'outcome.schema.json'), join(folder, 'outcome.schema.json'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root, app), null, 2)}\n`);
  return { folder, program, mcp, tarball: await npmPack(folder, target) };
}

/** Leaves out of the program what it loads by itself: its other file. */
const APART: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/mcp\/serve\.js$/ }, () => ({ path: './mcp.js', external: true }));
  },
};

/** @returns the files that a bundle is made of */
async function bundled(options: BuildOptions): Promise<readonly string[]> {
  const { metafile } = await build({ ...options, metafile: true });
  return Object.keys((metafile as Metafile).inputs);
}

function manifestOf(root: string, app: string): object {
  const { version, description } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as AppManifest;
  const { license, repository, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootManifest;
  return {
    name: 'stackcheck',
    version,
    description,
    license,
    repository,
    engines,
    bin: { stackcheck: 'stackcheck.js' },
    files: ['stackcheck.js', 'mcp.js', 'outcome.schema.json', 'THIRD-PARTY.txt'],
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
