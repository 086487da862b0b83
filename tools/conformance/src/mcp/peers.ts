import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What is fetched, in exact versions. */
const PACKAGES = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
} as const;
/** Both need a Node of at least this version, which npm's registry has for some systems. */
const NODE = { version: '22.23.3', major: 22, minor: 19 } as const;

/** Programs of others that a server of the Model Context Protocol is tried with, and the Node that runs them. */
export interface Peers {
  readonly node: string;
  /** The official conformance suite. */
  readonly suite: string;
  /** The inspector, as the command that `npx` runs. */
  readonly inspector: string;
}

/**
 * Fetches them from npm's registry, 350 MB with a Node of their own; afterwards nothing is asked.
 * @param folder keeps them
 * @returns null where this system can have no such Node
 * @throws Error where the registry cannot be reached
 */
export async function fetchPeers(folder: string): Promise<Peers | null> {
  const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const own = process.versions.node.split('.').map(Number) as [number, number];
  const isOwnNew = own[0] > NODE.major || (own[0] === NODE.major && own[1] >= NODE.minor);
  const modules = join(folder, 'node_modules');
  const peers = {
    node: isOwnNew ? process.execPath : join(modules, nodePackage, 'bin', 'node'),
    suite: join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
    inspector: join(modules, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'),
  };
  if (!Object.values(peers).every((file) => existsSync(file))) {
    // Optional is what not every system has; of what is optional, npm leaves out what its own Node is too old for.
    const optionalDependencies = isOwnNew ? {} : { [nodePackage]: NODE.version };
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: PACKAGES, optionalDependencies }),
    );
    const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline', '--ignore-scripts'];
    await run('npm', args, { cwd: folder });
  }
  if (![peers.suite, peers.inspector].every((file) => existsSync(file)))
    throw new Error(`npm left a part of ${folder} out`);
  return existsSync(peers.node) ? peers : null;
}
