import { spawn } from 'node:child_process';
import { startSmallUpstream } from '@stackcheck/ingest/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createV2Buyer } from '@stackcheck/demo';
import { runIn, type Ran } from '../discovery/run-program';
import { freePort, runApp, startApp, untilLive } from '../processes/built-app';
import { ROOT } from '../service/repository';
import type { Scratch } from '../service/scratch';

/** The address that pages name. */
const PRINTED_URL = 'http://127.0.0.1:8402';

/** How long a command may take to be at work: `npm start` compiles first. */
const AT_WORK_MS = 60_000;

interface Place {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What printed commands are run against: a service on starter data that has sold something, and every upstream. */
export interface CommandStage {
  /** Runs a command to its end, from the root of the repository. */
  run(command: string): Promise<Ran>;
  /** Starts a command that serves until it is stopped, in a data folder of its own; waits until it is at work, then stops it. */
  serve(command: string): Promise<void>;
}

/** Sets the stage; `scratch` takes it down. */
export async function setCommandStage(scratch: Scratch): Promise<CommandStage> {
  const upstream = scratch.keep(await startSmallUpstream());
  const environment = async (): Promise<Place> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const folders = { DATA_DIR: scratch.folder(), STACKCHECK_DATA: scratch.folder() };
    const settings = { ...folders, PORT: String(port), BASE_URL: url, PAYMENTS_MODE: 'sandbox' };
    // A busy machine is no reason to turn the commands away.
    const shell = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
    return { url, env: { ...shell, ...upstream.env, ...settings, EVENT_LOOP_LAG_MAX_MS: '0', LOG_LEVEL: 'warn' } };
  };

  const { url, env } = await environment();
  const starter = await runApp('ingest', ['--starter'], env);
  if (starter.code !== 0) throw new Error(`there is no starter: ${starter.output}`);
  const api = scratch.keep(startApp('api', [], env));
  await untilLive(api, url);
  const { status } = await createV2Buyer(privateKeyToAccount(generatePrivateKey()))(`${url}/v1/eol/nodejs`);
  if (status !== 200) throw new Error(`nothing was sold: ${status}`);

  return {
    run: (command) => runIn(ROOT, 'sh', ['-c', command.replaceAll(PRINTED_URL, url)], env),
    serve: async (command) => serveForAMoment(command, await environment()),
  };
}

/** Starts a command, waits until it answers or publishes, and stops it as Ctrl-C would stop all of it. */
async function serveForAMoment(command: string, { url, env }: Place): Promise<void> {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let written = '';
  let over = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => (over = true));
  const isAtWork = async (): Promise<boolean> =>
    /"msg":"eol published"/.test(written) || (await fetch(`${url}/livez`).catch(() => undefined))?.ok === true;
  try {
    for (const deadline = Date.now() + AT_WORK_MS; !(await isAtWork());) {
      if (over || Date.now() > deadline) throw new Error(`${command} did not get to work:\n${written}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    if (!over) process.kill(-child.pid!, 'SIGTERM');
    await ended;
  }
}
