import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server of the S3 protocol that others wrote, over a folder. */
export interface S3rver {
  readonly url: string;
  close(): Promise<void>;
}

/** The one key that it knows, and the bucket that it is started with. */
export const S3RVER = { bucket: 'snapshots', accessKeyId: 'S3RVER', secret: 'S3RVER' };

const PACKAGE = '@20minutes/s3rver';
const VERSION = '5.0.0';
const FOLDER = join(__dirname, '..', '..', '..', '..', 'node_modules', '.cache', 's3rver');
const FETCHED_WITHIN_MS = 120_000;
const PROGRAM = `
  const [modules, directory, name] = process.argv.slice(1);
  const S3rver = require(modules);
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name }] });
  server.run().then(({ port }) => process.stdout.write(port + '\\n'));
  process.stdin.once('end', () => process.exit()).resume();
`;

/** Where npm left it, which is asked for it once. Undefined where it cannot be had. */
export function s3rverModule(): string | undefined {
  const installed = join(FOLDER, 'node_modules', ...PACKAGE.split('/'));
  if (!existsSync(installed)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(
      join(FOLDER, 'package.json'),
      JSON.stringify({ private: true, dependencies: { [PACKAGE]: VERSION } }),
    );
    const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline', '--ignore-scripts'];
    spawnSync('npm', args, { cwd: FOLDER, stdio: 'ignore', timeout: FETCHED_WITHIN_MS });
  }
  return existsSync(installed) ? installed : undefined;
}

/** Starts it with an empty bucket. It ends with this process, too. */
export async function startS3rver(installed: string): Promise<S3rver> {
  const folder = mkdtempSync(join(tmpdir(), 's3rver-'));
  const child = spawn(process.execPath, ['-e', PROGRAM, installed, folder, S3RVER.bucket], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const port = await Promise.race([
    new Promise<string>((resolve) =>
      child.stdout.once('data', (said: Buffer) => resolve(said.toString('utf8').trim())),
    ),
    ended.then(() => Promise.reject(new Error('the server does not start'))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
