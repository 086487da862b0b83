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
 * Programs of the newest Nodes of these major versions, from npm's registry, by major version.
 * @returns without those that this machine cannot have (the packages are of one system and processor each)
 */
export async function otherNodes(folder: string): Promise<ReadonlyMap<number, string>> {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  // In one run of npm; what is optional and cannot be had keeps no other away.
  const optionalDependencies = Object.fromEntries(
    OTHER_NODES.map((major) => [`node-${major}`, `npm:${name}@${major}`]),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, optionalDependencies }));
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  await run('npm', args, { cwd: folder }).catch(() => undefined);
  const programs = OTHER_NODES.map(
    (major) => [major, join(folder, 'node_modules', `node-${major}`, 'bin', 'node')] as const,
  );
  return new Map(programs.filter(([, program]) => existsSync(program)));
}
