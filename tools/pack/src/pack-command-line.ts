import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { npmPack } from './npm-run';

/** The command line as it was packed. */
export interface PackedCommandLine {
  /** What an installation holds. */
  readonly folder: string;
  readonly tarball: string;
  /** The one file of code. */
  readonly program: string;
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
 * Makes the package `stackcheck`: the command line as one file that needs no other package, script or native module, with the
 * licences of what is in it.
 * @param target holds `stackcheck/` and the tarball afterwards; what else is there stays
 */
export async function packCommandLine(root: string, target: string): Promise<PackedCommandLine> {
  const folder = join(target, 'stackcheck');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const app = join(root, 'apps', 'stackcheck');
  const program = join(folder, 'stackcheck.js');
  const { metafile } = await build({
    entryPoints: [join(app, 'src', 'main.ts')],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    conditions: ['@stackcheck/source'],
    banner: { js: '#!/usr/bin/env node' },
    legalComments: 'none',
    metafile: true,
    outfile: program,
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), licencesOf(root, metafile));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(app, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'libs', 'report', 'src', 'outcome.schema.json'), join(folder, 'outcome.schema.json'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root, app), null, 2)}\n`);
  return { folder, program, tarball: await npmPack(folder, target) };
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
    files: ['stackcheck.js', 'outcome.schema.json', 'THIRD-PARTY.txt'],
  };
}

/** The licence of each package of which code is in the program, by name. */
function licencesOf(root: string, { inputs }: Metafile): string {
  const folders = new Set<string>();
  for (const input of Object.keys(inputs)) {
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
