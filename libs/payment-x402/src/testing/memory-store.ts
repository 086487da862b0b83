import { LocalLocks } from '../in-flight/local-locks';
import type { PaymentKey, PaymentRecord } from '../ledger/ledger';
import type { SandboxNonces } from '../ledger/sandbox-nonces';
import type { HostLease, LeaseOutcome } from '../store/host-lease';
import type { PaymentReader, PaymentSummary } from '../store/payment-reader';
import { LedgerBrokenError, type LedgerFault, type LedgerFaultKind, type PaymentStore } from '../store/payment-store';
import { lostAtOf, MemoryLedger, type MemoryRows } from './memory-ledger';

const LEASE_MS = 30_000;

/** What outlives a `MemoryStore`; hand it to a second one to act out a restart or another process. */
export class MemoryDisk {
  readonly rows: PaymentRecord[] = [];
  readonly history: { id: number; at: number; state: string; detail: string }[] = [];
  readonly spent = new Map<string, string>();
  readonly leases = new Map<string, { readonly hostId: string; readonly expiresAtMs: number }>();
}

/** An error of the fake's own driver. */
export function memoryFault(kind: LedgerFaultKind): Error {
  return Object.assign(new Error(`the memory is ${kind}`), { memoryFault: kind });
}

/** A store that keeps its promises in memory, for tests. */
export class MemoryStore implements PaymentStore {
  readonly ledger: MemoryLedger;
  readonly locks = new LocalLocks();
  readonly lease: HostLease;
  readonly reader: PaymentReader;
  readonly sandboxNonces: SandboxNonces;
  private readonly listeners: ((fault: LedgerFault) => void)[] = [];
  private fatal: LedgerFault | undefined;

  constructor(
    disk: MemoryDisk,
    { bootId, hostId }: { readonly bootId: string; readonly hostId: string },
    wrapLedger: (ledger: MemoryLedger) => MemoryLedger = (ledger) => ledger,
  ) {
    this.ledger = this.watch(wrapLedger(new MemoryLedger(bootId, disk.rows, (event) => disk.history.push(event))));
    this.lease = this.watch(memoryLease(disk, bootId, hostId));
    this.sandboxNonces = this.watch(memoryNonces(disk));
    this.reader = memoryReader(disk);
  }

  async integrity() {
    return { kind: 'sound' } as const;
  }

  onFault(listener: (fault: LedgerFault) => void): void {
    this.listeners.push(listener);
    if (this.fatal) listener(this.fatal);
  }

  distrust(why: string): void {
    this.met({ kind: 'fatal', detail: why });
  }

  async close(): Promise<void> {
    this.listeners.length = 0;
  }

  private met(fault: LedgerFault): void {
    if (this.fatal) return;
    if (fault.kind === 'fatal') this.fatal = fault;
    for (const listener of this.listeners) listener(fault);
  }

  private watch<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]): Promise<unknown> => {
          if (this.fatal) throw new LedgerBrokenError(this.fatal.detail);
          try {
            return (await Reflect.apply(value, object, args)) as unknown;
          } catch (error) {
            const { memoryFault: kind } = error as { readonly memoryFault?: LedgerFaultKind };
            if (kind) this.met({ kind, detail: kind });
            throw error;
          }
        };
      },
    });
  }
}

function memoryLease({ leases }: MemoryDisk, bootId: string, hostId: string): HostLease {
  const hold = async (nowMs: number): Promise<LeaseOutcome> => {
    for (const [holder, lease] of leases)
      if (holder !== bootId && lease.expiresAtMs > nowMs)
        return { kind: 'other_host', ...lease, ...(lease.hostId === hostId ? { isThisHost: true } : {}) };
    leases.set(bootId, { hostId, expiresAtMs: nowMs + LEASE_MS });
    return { kind: 'held' };
  };
  return {
    hold,
    renew: async (nowMs, isOver) => (isOver() ? undefined : hold(nowMs)),
    release: async () => void leases.delete(bootId),
  };
}

function memoryNonces({ spent }: MemoryDisk): SandboxNonces {
  const nameOf = (key: PaymentKey): string => `${key.network} ${key.asset} ${key.payer} ${key.nonce}`;
  return {
    spentBy: async (key) => spent.get(nameOf(key)),
    async spend(key, paymentHash) {
      const name = nameOf(key);
      if (!spent.has(name)) spent.set(name, paymentHash);
      return spent.get(name)!;
    },
  };
}

function memoryReader({ rows, history }: MemoryDisk): PaymentReader {
  return {
    list: async ({ state, since = 0, limit }) =>
      rows
        .filter((row) => (state === undefined || row.state === state) && row.createdAt >= since)
        .reverse()
        .slice(0, limit)
        .map(summaryIn(rows)),
    named: async (name) =>
      rows
        .filter(
          ({ id, key, identifier }) => String(id) === name || key.nonce === name.toLowerCase() || identifier === name,
        )
        .map(summaryIn(rows)),
    history: async (id) =>
      history.flatMap(({ id: of, ...event }, index) => (of === id ? [{ sequence: index + 1, ...event }] : [])),
    async *all() {
      yield* [...rows].map(summaryIn(rows));
    },
    faults: async () => [],
    close: async () => undefined,
  };
}

function summaryIn(rows: MemoryRows): (row: PaymentRecord) => PaymentSummary {
  return (row) => ({
    id: row.id,
    key: row.key,
    x402Version: row.x402Version,
    identifier: row.identifier,
    state: row.state,
    routeId: row.routeId,
    resourceUrl: row.resourceUrl,
    price: row.price,
    value: row.value,
    payTo: row.payTo,
    validAfter: row.validAfter,
    validBefore: row.validBefore,
    createdAt: row.createdAt,
    snapshotIds: row.answer.snapshotIds,
    ambiguity: row.ambiguity,
    transaction: row.settlement?.transaction ?? null,
    evidence: row.settlement?.evidence ?? null,
    deliveredAt: row.deliveredAt,
    refusal: row.refusal,
    lostAt: lostAtOf(rows, row.id),
  });
}
