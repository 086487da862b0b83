import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms, serverUser } from './postgres-programs';

const PROGRAM = 'pg_basebackup';

/** Whether a running server can be copied here: the npm package of binaries lacks the program for it. */
export function canCopyPostgres(): boolean {
  const programs = postgresPrograms();
  return programs !== undefined && existsSync(join(programs, PROGRAM));
}

/**
 * Copies a running server into the folder of another one, in place of what it held, so that it follows that server once it is
 * started there with `startPostgres`.
 * @param url by which it is reached, now and by its standby
 * @throws Error with what pg_basebackup said
 */
export async function copyForStandby(url: string, folder: string): Promise<void> {
  const user = serverUser();
  const data = join(folder, 'data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  rmSync(data, { recursive: true, force: true });
  const args = ['-d', url, '-D', data, '-X', 'stream', '-c', 'fast', '--no-sync', '-R'];
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  await promisify(execFile)(join(postgresPrograms()!, PROGRAM), args, { ...user, env, cwd: folder });
}
