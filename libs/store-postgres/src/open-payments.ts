import type { PaymentLedger, PaymentReader, PaymentStore, PrepaidLedger } from '@stackcheck/payment-x402';
import type { RefusalLimit } from '@stackcheck/payment-x402/refusals';
import type { SandboxNonces } from '@stackcheck/payment-x402/ledger';
import { FaultWatch, type HostLease, type LeaseOutcome } from '@stackcheck/payment-x402/store';
import type { Client } from 'pg';
import { connectToPrimary } from './connection/connect';
import { Lane } from './connection/lane';
import { hostsOf, type LedgerHost } from './connection/ledger-hosts';
import type { StandbyRule } from './connection/server-settings';
import { ledgerFaultOf } from './connection/statement-fault';
import { EventChain } from './events/event-chain';
import { EventWriter } from './events/event-writer';
import { PostgresLedger, type LedgerLanes } from './ledger/postgres-ledger';
import { sandboxNonces } from './ledger/sandbox-nonces';
import { moment, type Moments } from './node/elapsed';
import { NodeLocks } from './node/node-locks';
import { NODE_TIMES, type NodeTimes } from './node/node-times';
import { Pulse, type Agreed } from './node/pulse';
import { RefusalExchange } from './node/refusal-exchange';
import { postgresReader } from './reader/payment-reader';
import { cluster, type Cluster } from './reader/cluster';
import { migrate } from './schema/migrate';

/** A process over the payments of a PostgreSQL. */
export interface NodePaymentsConfig {
  /** Identity of this run, written to the rows it claims; never used again. */
  readonly bootId: string;
  /** Same for this process after a restart, and for no other one that runs. */
  readonly place: string;
  readonly agreed?: Partial<Agreed>;
  /** Other than `NODE_TIMES`, in tests. */
  readonly times?: Partial<NodeTimes>;
  /** Other than the clocks of this machine, in tests. */
  readonly now?: Moments;
  /** Longest wait of a delivery for others; in tests 0. */
  readonly deliveryWaitMs?: number;
  /** Stands around the ledger, inside of what watches its faults; in tests. */
  readonly wrapLedger?: (<T extends PaymentLedger>(ledger: T) => T) | undefined;
}

/** How the payments of a PostgreSQL are opened. */
export interface PostgresPaymentsConfig extends NodePaymentsConfig {
  /** `postgres://user:password@host:port,host:port/database?sslmode=…` */
  readonly url: string;
  /** `none` where one machine is meant. */
  readonly standby: StandbyRule;
}

const CONNECT_MS = 2_000;
const DELIVERY_WAIT_MS = 100;
/** Beats between two removals of what was called free. */
const FORGETS_EVERY = 15;

/**
 * Opens the payments of many nodes: enters this process among them, with five connections for its life. The schema is brought up to
 * date where the role may do that.
 * @throws ServerRefusedError when the server would lose acknowledged payments
 * @throws LedgerSchemaError when another version of the program made its tables
 * @throws LedgerAwayError when no primary answers
 */
export async function openPostgresPayments(config: PostgresPaymentsConfig): Promise<PaymentStore> {
  return openPaymentsOver(config, connector(config, hostsOf(config.url)), migrate);
}

/**
 * Opens the same over connections that the caller makes.
 * @param prepare brings the schema up to date, over the first of them
 */
export async function openPaymentsOver(
  config: NodePaymentsConfig,
  connect: Connector,
  prepare: (client: Client) => Promise<void>,
): Promise<PaymentStore> {
  const store = new PostgresPaymentStore(config, connect);
  try {
    await store.open(prepare);
    return store;
  } catch (error) {
    await store.abandon();
    throw error;
  }
}

/**
 * Opens the ledger of `LEDGER_URL` for looking only; it is connected to when it is asked.
 * @throws RangeError when the URL cannot be read
 */
export function openPostgresReader(url: string): PaymentReader {
  const hosts = hostsOf(url);
  // Nothing is written, so nothing can be lost; a password sent in the clear could.
  return postgresReader(() =>
    connectToPrimary({ hosts, standby: 'none', connectMs: CONNECT_MS, name: 'stackcheck reader' }),
  );
}

/**
 * Opens what an operator may look at and switch on all nodes.
 * @throws RangeError when the URL cannot be read
 */
export function openPostgresCluster(url: string): Cluster {
  const hosts = hostsOf(url);
  return cluster(() =>
    connectToPrimary({ hosts, standby: 'none', connectMs: CONNECT_MS, name: 'stackcheck operator' }),
  );
}

/** Makes a connection for one kind of work; the name shows in the server. */
export type Connector = (name: string, isForRows?: boolean) => ReturnType<typeof connectToPrimary>;

function connector({ standby }: PostgresPaymentsConfig, hosts: readonly LedgerHost[]): Connector {
  return (name, isForRows = false) =>
    connectToPrimary({ hosts, standby, connectMs: CONNECT_MS, name: `stackcheck ${name}`, isForRows });
}

class PostgresPaymentStore implements PaymentStore {
  readonly ledger: PaymentLedger & PrepaidLedger;
  readonly locks: NodeLocks;
  readonly lease: HostLease;
  readonly reader: PaymentReader;
  readonly sandboxNonces: SandboxNonces;
  private readonly faults: FaultWatch;
  private readonly lanes: LedgerLanes;
  private readonly pulse: Pulse;
  private readonly refusals: RefusalExchange;
  private readonly inner: PostgresLedger;
  private closing: Promise<void> | undefined;
  private beats = 0;

  constructor(config: NodePaymentsConfig, connect: Connector) {
    const { bootId, place, now = moment } = config;
    const agreed = { terms: '', keys: '', watchKeys: [], ...config.agreed };
    const times = { ...NODE_TIMES, ...config.times };
    const monotonicMs = (): number => now().monotonicMs;
    const lane = (name: string): Lane => new Lane(() => connect(name, true), monotonicMs);
    this.lanes = {
      reads: lane('reads'),
      payments: lane('payments'),
      morePayments: lane('more payments'),
      writes: lane('writes'),
      pulse: lane('pulse'),
    };
    this.faults = new FaultWatch(ledgerFaultOf, () => this.end());
    const events = new EventWriter(bootId, new EventChain(), this.lanes.writes, monotonicMs);
    this.refusals = new RefusalExchange(bootId, this.lanes.pulse, now);
    this.pulse = new Pulse(
      { bootId, place, agreed },
      {
        lane: this.lanes.pulse,
        events,
        times,
        now,
        onFatal: (why) => this.faults.end(why),
        onError: (error) => this.faults.met(error),
        afterBeat: () => this.afterBeat(now().wallMs),
      },
    );
    const lease = {
      requireToClaim: () => this.pulse.requireLease(times.claimLeftMs),
      requireToSettle: () => this.pulse.requireLease(times.settleLeftMs),
    };
    const deliveryWaitMs = config.deliveryWaitMs ?? DELIVERY_WAIT_MS;
    this.inner = new PostgresLedger({
      lanes: this.lanes,
      events,
      lease,
      deliveryWaitMs,
      monotonicMs,
    });
    this.ledger = this.faults.watch(config.wrapLedger?.(this.inner) ?? this.inner);
    this.locks = new NodeLocks(bootId, this.lanes.writes, this.pulse, times);
    this.sandboxNonces = this.faults.watch(sandboxNonces(this.lanes.writes));
    this.reader = postgresReader(() => connect('reader'));
    // Any number of hosts may hold it; what it is asked for is whether the ledger can be written.
    const held = async (): Promise<LeaseOutcome> => {
      await this.pulse.beat();
      return { kind: 'held' };
    };
    this.lease = this.faults.watch<HostLease>({
      hold: held,
      renew: async (_nowMs, isOver) => (isOver() ? undefined : held()),
      release: async () => undefined,
    });
  }

  /** All connections, so that a server without room for them is met at the start and not with a payment. */
  async open(prepare: (client: Client) => Promise<void>): Promise<void> {
    const { pulse, ...others } = this.lanes;
    await pulse.open(prepare);
    await Promise.all(Object.values(others).map((lane) => lane.open()));
    await this.pulse.start();
  }

  readonly pausedBy = (): string | undefined => this.pulse.paused;

  readonly nodes = (): number => this.pulse.nodes;

  readonly clockAheadMs = (): number | undefined => this.pulse.clockAheadMs;

  readonly shareRefusals = (limit: RefusalLimit): RefusalLimit => this.refusals.share(limit);

  /** PostgreSQL checks what it reads; the rest is the operator's `payments verify`. */
  async integrity() {
    return { kind: 'sound' } as const;
  }

  onFault(listener: Parameters<PaymentStore['onFault']>[0]): void {
    this.faults.onFault(listener);
  }

  distrust(why: string): void {
    this.faults.end(why);
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeNow());
  }

  /** Ends all connections at once, without a word to the other nodes. */
  async abandon(): Promise<void> {
    this.pulse.stop();
    for (const lane of Object.values(this.lanes)) lane.abandon();
  }

  private async afterBeat(nowMs: number): Promise<void> {
    await this.refusals.exchange();
    if (++this.beats % FORGETS_EVERY === 0) await this.inner.forgetFree(nowMs);
  }

  private end(): void {
    this.pulse.stop();
    for (const lane of Object.values(this.lanes)) lane.abandon();
  }

  private async closeNow(): Promise<void> {
    if (this.faults.isBroken) return this.abandon();
    await this.inner.flush();
    // What cannot be said any more is found by the others after a while; so is what a facilitator still works on for this process.
    await this.pulse.leave(this.locks.count > 0).catch(() => undefined);
    await Promise.all(Object.values(this.lanes).map((lane) => lane.close()));
  }
}
