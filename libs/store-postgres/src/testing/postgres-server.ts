import { spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { endWithUs } from './end-with-us';
import { makeCluster } from './postgres-cluster';
import { postgresPrograms, serverUser } from './postgres-programs';

/** A PostgreSQL of its own for tests: an empty cluster in a temporary folder, reached over loopback. */
export interface PostgresServer {
  /** Of its first process; the others are its children. */
  readonly pid: number;
  /** The URL of a database of the cluster; the superuser's, whom nobody asks for a password. */
  url(database?: string): string;
  /** Runs statements as the superuser; several are separated by semicolons. */
  run(sql: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  /** A connection of the superuser, for the caller to end. */
  connect(database?: string): Promise<Client>;
  /** Ends it as kill -9 does. */
  kill(): Promise<void>;
  /** Starts it again, over what was written. */
  start(): Promise<void>;
  /** Ends it, and removes what it wrote unless its folder was given. */
  stop(): Promise<void>;
}

/** Where there is such a file system, syncs cost nothing; what a killed server wrote is there all the same. */
const IN_MEMORY = '/dev/shm';
const READY_WITHIN_MS = 20_000;

/** Where and how a server runs. */
export interface PostgresPlace {
  /** Whether its syncs are to cost what they cost. */
  readonly isOnDisk?: boolean;
  /** Kept, and gone on with when something is there; a temporary one when absent. */
  readonly folder?: string;
  /** A file that its log is appended to; it has none when absent. */
  readonly log?: string;
  /** Where it listens; any free port when absent. */
  readonly port?: number;
  /** The folder of its programs; those of `postgresPrograms` when absent. */
  readonly programs?: string;
}

/**
 * Makes a cluster and starts it.
 * @param settings lines of postgresql.conf, by name
 * @throws Error when there is no PostgreSQL here, or it does not start
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  { isOnDisk = false, folder: kept, log, port: given, programs = postgresPrograms() }: PostgresPlace = {},
): Promise<PostgresServer> {
  if (programs === undefined) throw new Error('no PostgreSQL on this machine');
  const folder = kept ?? mkdtempSync(join(!isOnDisk && existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'postgres-'));
  const user = serverUser();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  if (!existsSync(join(data, 'PG_VERSION'))) {
    makeCluster(data, { programs, isKept: kept !== undefined, launch: { ...user, env, cwd: folder } });
  }
  const port = given ?? (await freePort());
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    dynamic_shared_memory_type: 'mmap',
    max_connections: '200',
    // Each connection is a process that maps them: with 128 MB, a fifth of a test's processor time is that.
    shared_buffers: '16MB',
    ...settings,
  };
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const url = (database = 'postgres'): string => `postgres://owner@127.0.0.1:${port}/${database}`;
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const output = log === undefined ? 'ignore' : openSync(log, 'a', 0o600);
    const stdio = ['ignore', output, output] as const;
    const child = spawn(join(programs!, 'postgres'), args, { ...user, env, cwd: folder, stdio: [...stdio] });
    if (typeof output === 'number') closeSync(output);
    running = child;
    if (child.pid !== undefined) child.once('exit', endWithUs(child.pid, 'QUIT', kept === undefined ? folder : ''));
    for (const giveUpAt = performance.now() + READY_WITHIN_MS; ; await sleep(30)) {
      if (await answers(url())) return;
      if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('PostgreSQL does not start');
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running;
    running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // Those that serve connections would go on until they look whether their parent is there.
    const others = signal === 'SIGKILL' ? childrenOf(child.pid!) : [];
    for (const pid of others) signalIfThere(pid, 'SIGSTOP');
    child.kill(signal);
    await ended;
    for (const pid of others) signalIfThere(pid, signal);
  }

  await start();
  return {
    get pid() {
      return running?.pid ?? -1;
    },
    url,
    start,
    run: (sql, database) => run(url(database), sql),
    async connect(database) {
      const client = new Client({ connectionString: url(database) });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT');
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself meanwhile.
  }
}

/** None where the system does not tell. */
function childrenOf(parent: number): readonly number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function run(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const results = (await client.query(sql)) as unknown as { readonly rows: Record<string, unknown>[] };
    return Array.isArray(results) ? [] : results.rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await run(url, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

/** A port of loopback that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}
