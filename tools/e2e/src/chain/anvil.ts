import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A running anvil node. */
export interface Anvil {
  readonly rpcUrl: string;
  /** Ends the node and resolves when it is gone. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Path of the anvil program from the optional npm package, or undefined where npm left it out: it exists for Linux on x64
 * only.
 */
export function anvilBinary(): string | undefined {
  try {
    const binary = join(dirname(require.resolve('@foundry-rs/anvil-linux-amd64/package.json')), 'bin', 'anvil');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/** Whether tests that need a chain can run here. Where it is false they skip by name. */
export function anvilAvailable(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && anvilBinary() !== undefined;
}

/**
 * Starts the program named by its arguments and ends it when its own standard input does: the pipe closes even when the test
 * process is killed outright, and no node is left behind.
 */
const KEEPER = `
  const [program, ...args] = process.argv.slice(1);
  const child = require('node:child_process').spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  child.once('exit', (code) => process.exit(code ?? 0));
  child.once('error', () => process.exit(127));
  process.stdin.once('end', () => child.kill('SIGKILL')).resume();
`;

/**
 * Starts anvil on loopback. It picks its own free port, so that parallel runs never race for one; it keeps nothing on disk and
 * asks no network. Throws when it does not listen within ten seconds.
 */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const binary = anvilBinary();
  if (!binary) throw new Error('anvil is not installed: @foundry-rs/anvil-linux-amd64 is an optional dependency');
  const args = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId), '--accounts', '3'];
  const child = spawn(process.execPath, ['-e', KEEPER, binary, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async () => {
    child.stdin.end();
    await gone;
  };
  try {
    return { rpcUrl: await listening(child), close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(() => reject(new Error(`anvil did not listen within 60 s:\n${printed}`)), 60_000);
    const read = (chunk: Buffer) => {
      // Once it listens, reading goes on and the text is dropped: an unread pipe would stop the node.
      if (printed.length > 20_000) return;
      printed += chunk.toString('utf8');
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(printed)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(`http://${address}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (fault) => {
      clearTimeout(timer);
      reject(fault);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`anvil ended with code ${code} before it listened:\n${printed}`));
    });
  });
}
