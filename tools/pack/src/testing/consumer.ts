import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BYTES_MAX = 64 * 1024 * 1024;

/** How the compiler finds packages, as users set it; none of them skips the declarations of packages. */
export const COMPILER_SETTINGS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['node16', ['--module', 'node16', 'uses.mts', 'uses.cts']],
  ['nodenext', ['--module', 'nodenext', 'uses.mts', 'uses.cts']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler', 'uses.ts']],
];

/** An empty project of another team that installs one package. */
export class Consumer {
  constructor(
    private readonly folder: string,
    private readonly name: string,
    npmrc: string,
  ) {
    mkdirSync(folder, { recursive: true });
    this.write('.npmrc', npmrc);
    this.write('package.json', JSON.stringify({ name: 'consumer', private: true }));
  }

  /** Installs the package alone, with what it says that it needs. Scripts of packages are not run. */
  async install(): Promise<void> {
    await this.run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', this.name);
  }

  /** What callers may import: the package's name with each of its sub-paths. */
  get entries(): readonly string[] {
    return Object.keys(this.exports)
      .filter((subPath) => subPath !== './package.json')
      .map((subPath) => this.name + subPath.slice(1));
  }

  /** The files that tools get which know no condition but `require`, from the root of the project. */
  get commonJsFiles(): readonly string[] {
    return Object.values(this.exports)
      .flatMap((target) => (typeof target === 'string' ? [] : [target['require']?.default ?? '']))
      .map((file) => `./node_modules/${this.name}/${file}`);
  }

  private get exports(): Record<string, string | Record<string, { default: string }>> {
    const manifest = JSON.parse(readFileSync(join(this.folder, 'node_modules', this.name, 'package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, { default: string }>>;
    };
    return manifest.exports;
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs a program in the project; what it wrote where it failed, else nothing. */
  async failureOf(program: string, ...args: readonly string[]): Promise<string> {
    try {
      await this.run(program, ...args);
      return '';
    } catch (fault) {
      const { stdout, stderr } = fault as { stdout: string; stderr: string };
      return `${stdout}${stderr}`;
    }
  }

  private run(program: string, ...args: readonly string[]): Promise<{ stdout: string }> {
    return run(program, [...args], { cwd: this.folder, maxBuffer: BYTES_MAX });
  }
}

/** A program that imports and requires each entry and fails unless both give the same things under the same names. */
export function sameInstancesProgram(entries: readonly string[]): string {
  return `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
let count = 0;
for (const entry of ${JSON.stringify(entries)}) {
  const imported = await import(entry);
  const required = require(entry);
  const names = Object.keys(imported).filter((name) => name !== 'default' && name !== 'module.exports');
  const others = Object.keys(required).filter((name) => name !== '__esModule');
  if (names.sort().join() !== others.sort().join()) throw new Error(entry + ' exports other names to require');
  for (const name of names) {
    if (imported[name] !== required[name]) throw new Error(entry + ' has two instances of ' + name);
  }
  count += names.length;
}
if (count === 0) throw new Error('nothing is exported');
`;
}

/** A program that loads CommonJS files by their paths. */
export function commonJsProgram(files: readonly string[]): string {
  return `const names = ${JSON.stringify(files)}.flatMap((file) => Object.keys(require(file)));
if (names.length === 0) throw new Error('nothing is exported');
`;
}

/** A module that uses the whole of each entry as a value and as a type. */
export function typesModule(entries: readonly string[]): string {
  return entries
    .map(
      (entry, at) =>
        `import * as entry${at} from '${entry}';\nexport const uses${at}: typeof entry${at} = entry${at};\n`,
    )
    .join('');
}
