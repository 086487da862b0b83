import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Major versions of Node that packages must run on, in addition to the one that runs the tests. */
export const OTHER_NODES: readonly number[] = [22, 24, 26].filter(
  (major) => major !== Number(process.versions.node.split('.')[0]),
);

/**
 * The program of the newest Node of a major version, from npm's registry.
 * @returns its path, or null where this machine can have none (the packages are of one system and processor each)
 */
export async function nodeOf(major: number, folder: string): Promise<string | null> {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', `${name}@${major}`];
  await run('npm', args, { cwd: folder }).catch(() => undefined);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  return existsSync(program) ? program : null;
}
