import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@stackcheck/contract/testing';
import { DATASETS, publishStarter } from '@stackcheck/datasets';
import { packChunks } from '@stackcheck/advisory-pack';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { FakeFacilitator, signTestPayment, type TestPaymentOptions } from '@stackcheck/payment-x402/testing';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { SOURCE_THREAD } from '@stackcheck/store-sqlite/testing';
import request from 'supertest';
import { readConfig } from '../composition/read-config';
import type { ApiConfig, PaymentsConfig } from '../config/config';
import { priceOf } from '../sale/payments/priced-routes';
import { ROUTES } from '../composition/routes';
import { bundleScripts } from './bundled-scripts';
import { DataFolder, type ChangedSelection } from './data-folder';
import { madeOnce } from './made-once';
import { startApi, type ApiOverrides, type RunningApi } from '../composition/start-api';

/** Base URL of the tests; the port that is really listened on differs, which must not matter. */
export const TEST_BASE_URL = 'http://127.0.0.1:8402';

/**
 * For a suite that asks much of one API from one address: its work takes no time of the budget of unpaid work, of which a slow machine's would be
 * used up. What a request counts for in any case still counts.
 */
export const WORK_TAKES_NO_TIME: Pick<ApiOverrides, 'processorClock'> = { processorClock: new FixedClock() };

const NOW = '2026-11-20T12:00:00.000Z';
/** On a busy machine a request takes as long as its turn comes late, and tests send many from one address: budgets have tests of their own. */
const STILL = { monotonic: () => 0 };
const EARLIER = '2026-11-20T11:00:00.000Z';

const writeStarter = madeOnce('starter', publishStarterTo);
const writeWhole = madeOnce('whole', (folder) => new DataFolder(folder, new FixedClock(EARLIER)).ingestSelections());
const writeScripts = madeOnce('scripts', bundleScripts);

/** A running API on the starter dataset in a folder of its own, with a scripted facilitator and a still clock. */
export interface StarterApi extends RunningApi {
  readonly dataDir: string;
  readonly clock: FixedClock;
  readonly facilitator: FakeFacilitator;
  readonly config: ApiConfig;
  /** Ends it, and leaves its folder. */
  end(): Promise<void>;
  /** Another process on the same folder, for the caller to close; refused while this one runs. */
  startAgain(overrides?: ApiOverrides): Promise<RunningApi>;
  /** A payment header for a route, good unless changed. */
  payment(operationId: string, target: string, changes?: Partial<TestPaymentOptions>): string;
  /** Calls a target, paying for it with PAYMENT-SIGNATURE. */
  buy(
    operationId: string,
    target: string,
    init?: RequestInit,
    changes?: Partial<TestPaymentOptions>,
  ): Promise<Response>;
  /** The same as a request of supertest, sent when it is awaited: a POST of the body in JSON where there is one. */
  paid(operationId: string, target: string, body?: unknown, changes?: Partial<TestPaymentOptions>): request.Test;
}

/** What a test may start differently. */
export interface StarterApiOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** False: the data folder stays empty. */
  readonly publish?: boolean;
  /** The selections as if they were all that upstream has, so that what they do not hold is known not to be. */
  readonly whole?: boolean;
  /** The same, changed. */
  readonly change?: ChangedSelection;
  /** Whether pages have their scripts. */
  readonly withScripts?: boolean;
  /** A real address that a browser can pay to: the API listens where its base URL says, and the sandbox's own facilitator settles. */
  readonly atPort?: number;
  readonly overrides?: Omit<ApiOverrides, 'clock' | 'facilitator'>;
}

/** Starts the API; close it when done, which also removes its folder. */
export async function startStarterApi(options: StarterApiOptions = {}): Promise<StarterApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-api-'));
  const clock = new FixedClock(NOW);
  if (options.change) await new DataFolder(dataDir, new FixedClock(EARLIER)).ingestSelections(options.change);
  else if (options.whole) await writeWhole(dataDir);
  else if (options.publish !== false) await writeStarter(dataDir);
  const config = readConfig({
    PAYMENTS_MODE: 'sandbox',
    LOG_LEVEL: 'silent',
    PUBLIC_BASE_URL: options.atPort === undefined ? TEST_BASE_URL : `http://127.0.0.1:${options.atPort}`,
    DATA_DIR: dataDir,
    PORT: String(options.atPort ?? 0),
    CONTACT: 'security@stackcheck.example',
    // The event loop is shared with the test, which may hold it up.
    EVENT_LOOP_LAG_MAX_MS: '0',
    ...options.env,
  });
  const facilitator = new FakeFacilitator();
  const scriptsFolder = join(dataDir, 'scripts');
  if (options.withScripts) await writeScripts(scriptsFolder);
  const startAgain = (overrides: ApiOverrides = {}): Promise<RunningApi> =>
    startApi(config, {
      clock,
      processorClock: STILL,
      ...(options.atPort === undefined ? { facilitator } : {}),
      scriptsFolder,
      threadOptions: SOURCE_THREAD,
      reservedBytes: 4_096,
      ...overrides,
    });
  const api = await startAgain(options.overrides);
  const payment: StarterApi['payment'] = (operationId, target, changes) =>
    signTestPayment({
      terms: (config.payments as Extract<PaymentsConfig, { terms: unknown }>).terms,
      route: {
        price: priceOf(
          ROUTES.find((route) => route.operationId === operationId)!,
          config.prices,
        ),
      },
      resourceUrl: config.baseUrl + target,
      nowSeconds: Math.floor(clock.now() / 1000),
      ...changes,
    }).header;
  return {
    ...api,
    dataDir,
    clock,
    facilitator,
    config,
    end: () => api.close(),
    startAgain,
    payment,
    buy: (operationId, target, init, changes) =>
      fetch(api.url + target, {
        ...init,
        headers: { ...(init?.headers as object), 'PAYMENT-SIGNATURE': payment(operationId, target, changes) },
      }),
    paid: (operationId, target, body, changes) => {
      const header = payment(operationId, target, changes);
      if (body === undefined) return request(api.url).get(target).set('PAYMENT-SIGNATURE', header);
      // As a text, so that it is sent as it is, whatever it is.
      return request(api.url).post(target).type('json').set('PAYMENT-SIGNATURE', header).send(JSON.stringify(body));
    },
    close: async () => {
      await api.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function publishStarterTo(dataDir: string): Promise<void> {
  const clock = new FixedClock(NOW);
  const signer = signerFromPem(generateKeyPem());
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), JSON.stringify({ keys: [signer.publicJwk] }));
  const store = openSnapshotStore(join(dataDir, 'snapshots.db'));
  const timing = { sleep: async () => undefined, every: () => () => undefined };
  const advisoryFiles = openAdvisoryFiles(join(dataDir, 'osv'));
  const deps = {
    store,
    clock,
    timing,
    owner: 'test',
    leaseWaitMs: 0,
    signer,
    advisoryFiles,
    packAdvisories: packChunks,
  };
  for (const dataset of DATASETS.filter(({ starter }) => starter)) {
    const outcome = await publishStarter(dataset, deps);
    if (outcome.kind !== 'published') throw new Error(`a starter was not published: ${JSON.stringify(outcome)}`);
  }
  store.close();
}
