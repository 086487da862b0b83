import { randomBytes } from 'node:crypto';
import { startSmallUpstream } from '@stackcheck/ingest/testing';
import { freePort, startApp, type RunningApp } from '../processes/built-app';
import { startSelling, type SellingProcess } from '../processes/selling-process';
import { startSlowFacilitator, type SlowFacilitator } from '../processes/slow-facilitator';
import { Scratch } from '../service/scratch';
import { Recorder, valueOf, type Target } from './recorder';

/** Few enough that a test can take them all. */
export const CONNECTIONS_MAX = 60;

/** API, ingest worker and facilitator as processes and servers of their own, watched as Prometheus would. */
export interface Shop {
  readonly recorder: Recorder;
  readonly facilitator: SlowFacilitator;
  readonly dataDir: string;
  readonly api: SellingProcess;
  readonly ingest: RunningApp;
  /** Buys as a payer and from an address that nobody else has; the status of the answer. */
  ask(): Promise<number>;
  /** The same, which must succeed. */
  sell(): Promise<void>;
  /** Starts the API again, which has ended. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** How it is started otherwise. */
export interface ShopOptions {
  /** Shell text that runs before the API, as `startSelling` takes it. */
  readonly prepare?: string;
  /** Further variables of the ingest worker. */
  readonly ingestEnv?: Readonly<Record<string, string>>;
}

/** Starts it with fresh data of every dataset. */
export async function openShop({ prepare, ingestEnv = {} }: ShopOptions = {}): Promise<Shop> {
  const scratch = new Scratch();
  try {
    const dataDir = scratch.folder();
    const [port, apiMetrics, ingestMetrics] = [await freePort(), await freePort(), await freePort()];
    const upstream = scratch.keep(await startSmallUpstream());
    const targets: readonly Target[] = [
      { job: 'stackcheck', instance: 'api', url: `http://127.0.0.1:${apiMetrics}/metrics` },
      { job: 'stackcheck-ingest', instance: 'ingest', url: `http://127.0.0.1:${ingestMetrics}/metrics` },
    ];
    const recorder = new Recorder(targets);
    const ingest = scratch.keep(
      startApp('ingest', [], {
        DATA_DIR: dataDir,
        INGEST_METRICS_PORT: String(ingestMetrics),
        ...upstream.env,
        ...ingestEnv,
      }),
    );
    await recorder.until((scrape) => valueOf(scrape, 'stackcheck_ingest_refreshes_total', 'outcome="published"') === 6);
    const facilitator = scratch.keep(await startSlowFacilitator());
    const env = {
      METRICS_PORT: String(apiMetrics),
      TRUST_PROXY: '1',
      CONNECTIONS_MAX: String(CONNECTIONS_MAX),
      CONNECTIONS_PER_CLIENT_MAX: String(CONNECTIONS_MAX),
      LOG_LEVEL: 'warn',
    };
    const start = async (): Promise<SellingProcess> => {
      const started = await startSelling({
        ...{ dataDir, port, env, facilitatorUrl: facilitator.url },
        ...(prepare === undefined ? {} : { prepare }),
      });
      scratch.keep(started.app);
      return started;
    };
    let api = await start();
    let clients = 0;
    const shop: Shop = {
      ...{ recorder, facilitator, dataDir, ingest },
      get api() {
        return api;
      },
      async ask() {
        const address = `198.51.${Math.floor(clients / 250)}.${(clients++ % 250) + 1}`;
        const payment = api.payment(`0x${randomBytes(32).toString('hex')}`);
        const headers = { 'PAYMENT-SIGNATURE': payment, 'X-Forwarded-For': address };
        const answer = await fetch(`${api.url}/v1/eol/nodejs`, { headers });
        await answer.arrayBuffer();
        return answer.status;
      },
      async sell() {
        const status = await shop.ask();
        if (status !== 200) throw new Error(`a sale ended with ${status}`);
      },
      async startAgain() {
        api = await start();
      },
      close: () => scratch.clear(),
    };
    return shop;
  } catch (fault) {
    await scratch.clear();
    throw fault;
  }
}
