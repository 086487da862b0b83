import { cpSync } from 'node:fs';
import { readConfig } from '@stackcheck/api';
import {
  commandOf,
  freePort,
  Scratch,
  startProgram,
  startSlowFacilitator,
  untilLive,
  type SlowFacilitator,
} from '@stackcheck/e2e/service';
import type { PaymentTerms } from '@stackcheck/payment-x402';
import { Purses } from './purses';
import { startReverseProxy } from './reverse-proxy';

/** The service in a process of its own, as an operator starts it, with a facilitator that judges. */
export interface BesiegedService {
  /** Where buyers and attackers find it: the proxy, if there is one. */
  readonly url: string;
  readonly purses: Purses;
  readonly facilitator: SlowFacilitator;
  /** What the service wrote so far. */
  log(): string;
  close(): Promise<void>;
}

/** How it is started. */
export interface BesiegedOptions {
  /** A filled data folder; it is copied. */
  readonly stock: string;
  readonly env: Readonly<Record<string, string>>;
  readonly proxied: boolean;
}

/** Buyers with keys that hold money. */
export const BUYERS = 50;

/** A quick one; what is decided only after its answer can be under way many times until then. */
const FACILITATOR_MS = 100;
/** Other programs may have the machine. */
const START_MS_MAX = 60_000;
const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The launcher starts the tool as it starts the API, so that both get the same options. */
const nodeArgs = (): string[] =>
  process.execArgv.filter((argument) => /^--(expose-gc|heap-|v8-|no-alloc)/.test(argument));

/** Starts it; all limits are those of production. */
export async function startBesieged({ stock, env, proxied }: BesiegedOptions): Promise<BesiegedService> {
  const scratch = new Scratch();
  try {
    const dataDir = scratch.folder();
    cpSync(stock, dataDir, { recursive: true });
    const port = await freePort();
    const base = { DATA_DIR: dataDir, PORT: String(port), NETWORK: 'eip155:84532', PAY_TO, LOG_LEVEL: 'error' };
    const terms = termsOf({ ...base, PAYMENTS_MODE: 'sandbox' });
    const purses = new Purses(terms, BUYERS);
    const facilitator = scratch.keep(await startSlowFacilitator((payment) => purses.judge(payment)));
    facilitator.verifyMs = facilitator.settleMs = FACILITATOR_MS;
    const selling = { ...base, PAYMENTS_MODE: 'facilitator', FACILITATOR_URL: facilitator.url, ...env };
    const api = scratch.keep(startProgram(commandOf('api', nodeArgs()), selling));
    const url = `http://127.0.0.1:${port}`;
    await untilLive(api, url, START_MS_MAX);
    const proxy = proxied ? scratch.keep(await startReverseProxy(url)) : undefined;
    return { url: proxy?.url ?? url, purses, facilitator, log: api.output, close: () => scratch.clear() };
  } catch (fault) {
    await scratch.clear();
    throw fault;
  }
}

function termsOf(env: Readonly<Record<string, string>>): PaymentTerms {
  const { payments } = readConfig(env);
  if (payments.mode === 'off') throw new Error('the service would not sell');
  return payments.terms;
}
