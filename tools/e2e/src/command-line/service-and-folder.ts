import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import { runIn, type Ran } from '../discovery/run-program';
import { freePort, runApp, startApp, untilLive } from '../processes/built-app';
import { ROOT } from '../service/repository';
import type { Scratch } from '../service/scratch';

/** The compiled command line of this repository. */
export const PROGRAM = join(ROOT, 'apps', 'stackcheck', 'dist', 'bundle', 'main.js');

/** A folder with a buyer's key in which the command line runs against a service that sells its embedded selection. */
export interface ServiceAndFolder {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  write(path: string, content: string | Uint8Array): void;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
}

/** Starts the service in the sandbox; `scratch` ends it. */
export async function startServiceAndFolder(scratch: Scratch): Promise<ServiceAndFolder> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    DATA_DIR: scratch.folder(),
    PORT: String(port),
    PAYMENTS_MODE: 'sandbox',
    LOG_LEVEL: 'warn',
    EVENT_LOOP_LAG_MAX_MS: '0',
  };
  const starter = await runApp('ingest', ['--starter'], settings);
  if (starter.code !== 0) throw new Error(`there is no starter: ${starter.output}`);
  await untilLive(scratch.keep(startApp('api', [], settings)), url);
  const folder = scratch.folder();
  const keyFile = join(scratch.folder(), 'key');
  writeFileSync(keyFile, generatePrivateKey(), { mode: 0o600 });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    STACKCHECK_URL: url,
    STACKCHECK_NETWORK: 'eip155:84532',
    STACKCHECK_KEY_FILE: keyFile,
    STACKCHECK_DATA: scratch.folder(),
  };
  return {
    folder,
    env,
    write(path, content) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    run: (args, more = {}) => runIn(folder, process.execPath, [PROGRAM, ...args], { ...env, ...more }),
  };
}
