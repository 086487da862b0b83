import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSmallUpstream } from '@stackcheck/ingest/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { startTestChain, type UsdcTransfer } from '../chain/test-chain';
import { codeBlocks } from '../documents/code-blocks';
import { startTestFacilitator } from '../facilitator/test-facilitator';
import { freePort } from '../processes/built-app';
import type { Scratch } from '../service/scratch';
import { traced, type Step } from './traced';

/** Who settles for the service that the page starts. */
export const FIRST_HOUR_MODES = ['facilitator', 'self'] as const;
export type FirstHourMode = (typeof FIRST_HOUR_MODES)[number];

/** The page whose commands are run. */
export const FIRST_HOUR_PAGE = 'docs/first-hour.md';

/** What came of it. */
export interface Walk {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Its commands with their times, ports as the page has them; no secret stands in them. */
  readonly steps: readonly Step[];
  /** Of the chain, and to whom the sale was to be paid. */
  readonly transfers: readonly UsdcTransfer[];
  readonly payTo: string;
}

/**
 * Runs every command of the page, in its order and in one shell, against a chain, a facilitator and data sources on loopback.
 * @param root of the repository, installed and compiled
 */
export async function walkFirstHour(root: string, mode: FirstHourMode, scratch: Scratch): Promise<Walk> {
  const chain = scratch.keep(await startTestChain());
  const facilitator = scratch.keep(await startTestFacilitator(chain));
  const upstream = scratch.keep(await startSmallUpstream());
  const [home, port, metricsPort] = [scratch.folder(), await freePort(), await freePort()];
  const buyer = generatePrivateKey();
  await chain.fund(privateKeyToAccount(buyer).address, 10_000n);
  const payTo = (await chain.newPayer()).address;
  writeFileSync(join(home, 'buyer.key'), buyer);
  // What the page leaves to its reader, after the settings that it shows.
  const own = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    ...(mode === 'self'
      ? { PAYMENTS_MODE: 'self', FACILITATOR_URL: '', GAS_KEY: await chain.newGasKey(), GAS_FEE_MAX_GWEI: '50' }
      : { FACILITATOR_URL: facilitator.url }),
    RPC_URL: chain.rpcUrl,
    PAY_TO: payTo,
    LOG_LEVEL: 'warn',
    EVENT_LOOP_LAG_MAX_MS: '0',
    ...upstream.env,
  };
  const settings = Object.entries(own).map(([name, value]) => `${name}='${value}'`);
  const [configure, ...others] = codeBlocks(FIRST_HOUR_PAGE, readFileSync(join(root, FIRST_HOUR_PAGE), 'utf8'))
    .filter(({ words }) => words[0] === 'first-hour')
    .map(({ text }) => text.replaceAll(':8402', `:${port}`).replaceAll(':9464', `:${metricsPort}`));
  if (others.length !== 4) throw new Error(`${FIRST_HOUR_PAGE} has ${others.length + 1} blocks to run, not 5`);
  const addOwn = `mv ~/buyer.key ~/stackcheck/\ncat >> ~/stackcheck/settings <<'END'\n${settings.join('\n')}\nEND\n`;
  const end = `trap 'kill "\${API-}" 2>/dev/null || true' EXIT`;
  const script = ['set -eu', end, configure, addOwn, ...others].join('\n');

  const { PATH = '' } = process.env;
  const ran = await traced(root, script, { PATH, HOME: home, BASE_URL: `http://127.0.0.1:${port}` });
  const asOnPage = (text: string): string =>
    text.replaceAll(`:${port}`, ':8402').replaceAll(`:${metricsPort}`, ':9464').replaceAll(home, '~');
  const steps = ran.steps.map((step) => ({ ...step, command: asOnPage(step.command) }));
  return { ...ran, steps, transfers: await chain.transfers(), payTo };
}
