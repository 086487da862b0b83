import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, readConfig } from '@stackcheck/api';
import type { Address } from 'viem';
import { startTestChain, type TestChain, type UsdcTransfer } from '../chain/test-chain';
import { startTestFacilitator, type TestFacilitator } from '../facilitator/test-facilitator';
import { publishSelection } from './publish-selection';
import { Scratch } from './scratch';

/**
 * The base URL that offers name and buyers sign. It is not where the API listens: nothing of a request's own address may
 * enter an offer.
 */
export const BASE_URL = 'http://localhost:8402';

/** The API in this process, taking payments on the local chain. */
export interface PaidService {
  readonly url: string;
  readonly chain: TestChain;
  readonly facilitator: TestFacilitator;
  readonly payTo: Address;
  /** What happened on the chain while `work` ran. */
  during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly transfers: readonly UsdcTransfer[] }>;
  /**
   * Ends the API and starts it again on the same data, as after a deployment. The ledger is held for a settlement that is under way
   * until that has ended, which the end of a process does at once and a close in this one does not: it is waited for.
   * @returns how long the end and the start took, in milliseconds, without that wait
   */
  restart(): Promise<number>;
  close(): Promise<void>;
}

/** Variables of the API's environment that a test adds; they may name the chain. */
export type ExtraEnvironment = (
  chain: TestChain,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** Starts chain, facilitator and API with the starter's products; `env` adds to the API's environment. */
export async function startPaidService(env: ExtraEnvironment = () => ({})): Promise<PaidService> {
  const scratch = new Scratch();
  try {
    const chain = scratch.keep(await startTestChain());
    const facilitator = scratch.keep(await startTestFacilitator(chain));
    const payTo = (await chain.newPayer()).address;
    const dataDir = scratch.folder();
    await publishSelection(dataDir);
    const config = readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      PUBLIC_BASE_URL: BASE_URL,
      PAYMENTS_MODE: 'facilitator',
      NETWORK: 'eip155:8453',
      FACILITATOR_URL: facilitator.url,
      PAY_TO: payTo,
      LOG_LEVEL: 'silent',
      // The event loop is shared with the test, which may hold it up.
      EVENT_LOOP_LAG_MAX_MS: '0',
      ...(await env(chain)),
    });
    let api = await startApi(config);
    scratch.keep({ close: () => api.close() });
    return {
      get url() {
        return api.url;
      },
      chain,
      facilitator,
      payTo,
      async during(work) {
        const before = (await chain.transfers()).length;
        const result = await work();
        return { result, transfers: (await chain.transfers()).slice(before) };
      },
      async restart() {
        const endMs = await timed(() => api.close());
        const startMs = await timed(async () => {
          api = await startApi(config);
        }, isHeld);
        return endMs + startMs;
      },
      close: () => scratch.clear(),
    };
  } catch (fault) {
    await scratch.clear();
    throw fault;
  }
}

const HELD_FOR_MS = 60_000;

/** The milliseconds of `work`, of its last try where one ended with a fault that passes. */
async function timed(work: () => Promise<void>, passes: (fault: unknown) => boolean = () => false): Promise<number> {
  for (const until = Date.now() + HELD_FOR_MS; ; await sleep(100)) {
    const startedMs = Date.now();
    try {
      await work();
      return Date.now() - startedMs;
    } catch (fault) {
      if (!passes(fault) || startedMs > until) throw fault;
    }
  }
}

function isHeld(fault: unknown): boolean {
  return fault instanceof Error && fault.message.startsWith('another process of this machine takes payments');
}
