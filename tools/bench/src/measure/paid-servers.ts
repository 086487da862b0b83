import { startChildServer, type ChildServer } from './child-server';
import { feedFile } from './corpora';
import { serveFile } from './feed-server';
import { runIngest, withDataDir } from './ingest-program';

/** Whom the servers want paid. */
export const PAY_TO = '0x000000000000000000000000000000000000dEaD';

/** Servers for paid calls, each in a process of its own. */
export interface PaidServers {
  readonly dataDir: string;
  /** Finds every payment good at once. */
  readonly facilitator: ChildServer;
  /** Starts our API on this data folder, or on another one. */
  startApi(other?: {
    readonly dataDir?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Processes that serve; one when absent. */
    readonly workers?: number;
  }): Promise<ChildServer>;
  /** Starts another child with the same facilitator. */
  start(name: string, env: Readonly<Record<string, string>>): Promise<ChildServer>;
}

/**
 * Runs `work` with the whole feed ingested and a facilitator; starter data is not sold for real payments. All that was started
 * ends with it.
 * @throws Error where the feed is absent
 */
export async function withPaidServers<T>(work: (servers: PaidServers) => Promise<T>): Promise<T> {
  return withDataDir(async (dataDir) => {
    await ingestFeed(dataDir);
    const children: ChildServer[] = [];
    const start = async (name: string, env: Readonly<Record<string, string>>): Promise<ChildServer> => {
      const child = await startChildServer(name, env);
      children.push(child);
      return child;
    };
    try {
      const facilitator = await start('facilitator', {});
      const shared = { FACILITATOR_URL: facilitator.url, PAY_TO };
      return await work({
        dataDir,
        facilitator,
        startApi: ({ dataDir: other = dataDir, env = {}, workers = 1 } = {}) =>
          start(workers > 1 ? 'api-workers' : 'api', {
            ...shared,
            ...apiEnvironment(other),
            WORKERS: String(workers),
            ...env,
          }),
        start: (name, env) => start(name, { ...shared, ...env }),
      });
    } finally {
      await Promise.all(children.map((child) => child.close()));
    }
  });
}

/**
 * Ingests the whole feed into a data folder, or confirms it there.
 * @param env more of the environment of the ingest worker
 */
export async function ingestFeed(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const feed = feedFile();
  if (feed === undefined) throw new Error('the whole feed (products-full.json) is not present here');
  const server = await serveFile(feed);
  try {
    await runIngest(['--once', 'eol'], { DATA_DIR: dataDir, EOL_UPSTREAM_URL: server.url, ...env });
  } finally {
    await server.close();
  }
}

function apiEnvironment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_BASE_URL: 'http://127.0.0.1:8402',
    PAYMENTS_MODE: 'facilitator',
    NETWORK: 'eip155:84532',
    LOG_LEVEL: 'error',
    // What else runs on the machine must not make the API shed load.
    EVENT_LOOP_LAG_MAX_MS: '0',
  };
}
