import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort, type PostgresServer } from './postgres-server';

/** A pgbouncer in transaction mode before a server, reached over loopback. */
export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** `nobody`: pgbouncer refuses to run as root. */
const OTHER_USER = 65_534;
const READY_WITHIN_MS = 20_000;
/** The first version that takes named statements along from server to server. */
const OLDEST = 1.21;

/** The program of a pgbouncer that can be used (1.21 or later): `PGBOUNCER`, or Debian's. Undefined where there is none. */
export function poolerProgram(): string | undefined {
  return [process.env['PGBOUNCER'] ?? '', '/usr/sbin/pgbouncer'].find((program) => {
    if (program === '' || !existsSync(program)) return false;
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    return Number(/PgBouncer (\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= OLDEST;
  });
}

/**
 * Starts one with fewer connections than a node holds, so that each statement may meet another server.
 * @param statements how many named statements it takes along; 0 = none, as versions before 1.21 do
 * @throws Error when it does not start
 */
export async function startPooler(server: PostgresServer, { statements = 100 } = {}): Promise<Pooler> {
  const program = poolerProgram();
  if (program === undefined) throw new Error('no pgbouncer of 1.21 or later on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  // It is read by another user.
  chmodSync(folder, 0o755);
  const [port, behind] = [await freePort(), new URL(server.url())];
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${behind.port} user=${behind.username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    `pool_mode = transaction\ndefault_pool_size = 3\nmax_prepared_statements = ${statements}\nserver_login_retry = 1`,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'));
  const user = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  const child = spawn(program, ['-q', file], { ...user, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.on('exit', killAtExit);
  const url = `postgres://${behind.username}@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    process.off('exit', killAtExit);
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const giveUpAt = performance.now() + READY_WITHIN_MS; !(await answers(url));) {
    if (child.exitCode === null && performance.now() < giveUpAt) continue;
    await stop();
    throw new Error('pgbouncer does not start');
  }
  return { url, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return false;
  }
}
