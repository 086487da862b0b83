import type {
  ClaimOutcome,
  Ambiguity,
  FreeOutcome,
  FreePayment,
  PaymentIntent,
  PaymentKey,
  PaymentLedger,
  PaymentRecord,
  PaymentState,
  PrepaidLedger,
  Settlement,
  WithdrawOutcome,
} from '../ledger/ledger';
import { wipeSignature } from '../ledger/wipe-signature';

const BOUND: ReadonlySet<PaymentState> = new Set(['settling', 'settled', 'unknown']);

/** What the rows of a memory ledger live in; hand it to a second ledger to act out a restart. */
export type MemoryRows = PaymentRecord[];

/** Payments that were called free before anybody claimed them, by the rows that they are not among. */
const calledFree = new WeakMap<MemoryRows, Set<string>>();

/** When the transfers of settled payments were lost, by their ids. */
const losses = new WeakMap<MemoryRows, Map<number, number>>();

/** When the transfer of a settled payment was recorded as lost, in epoch milliseconds; null where it was not. */
export function lostAtOf(rows: MemoryRows, id: number): number | null {
  return losses.get(rows)?.get(id) ?? null;
}

/** A step in the history of a payment. */
export interface MemoryEvent {
  readonly id: number;
  readonly at: number;
  readonly state: string;
  readonly detail: string;
}

/** A ledger that keeps its promises in memory, for tests. */
export class MemoryLedger implements PaymentLedger, PrepaidLedger {
  constructor(
    readonly bootId = 'boot-1',
    private readonly rows: MemoryRows = [],
    private readonly onEvent: (event: MemoryEvent) => void = () => undefined,
  ) {}

  async find(key: PaymentKey): Promise<PaymentRecord | undefined> {
    return this.rows.find((row) => isSameKey(row.key, key));
  }

  async findByIdentifier(identifier: string): Promise<PaymentRecord | undefined> {
    return this.boundTo(identifier);
  }

  async claim(intent: PaymentIntent, nowMs: number, seen?: string | null): Promise<ClaimOutcome> {
    return this.claimNow(intent, nowMs, seen);
  }

  // Nothing is awaited in here, which makes it as atomic as the port demands.
  private claimNow(intent: PaymentIntent, nowMs: number, seen?: string | null): ClaimOutcome {
    if (this.calledFree.has(JSON.stringify(intent.key))) return { kind: 'called_free' };
    const existing = this.rows.findIndex((row) => isSameKey(row.key, intent.key));
    const before = this.rows[existing];
    const isOther = before !== undefined && seen !== undefined && before.version !== seen;
    if (isOther || (before && before.state !== 'refused')) return { kind: 'payment_exists' };
    if (intent.identifier !== null && this.boundTo(intent.identifier)) return { kind: 'identifier_exists' };
    const row: PaymentRecord = {
      ...intent,
      id: existing >= 0 ? this.rows[existing]!.id : this.rows.length + 1,
      state: 'settling',
      bootId: this.bootId,
      createdAt: existing >= 0 ? this.rows[existing]!.createdAt : nowMs,
      settlement: null,
      deliveredAt: null,
      ambiguity: null,
      refusal: null,
      version: nextVersion(before),
    };
    if (existing >= 0) this.rows[existing] = row;
    else this.rows.push(row);
    this.onEvent({ id: row.id, at: nowMs, state: 'settling', detail: row.routeId });
    return { kind: 'claimed', id: row.id };
  }

  // The state moves before the first await is left, so nobody sees the row in between.
  async claimSettled(intent: PaymentIntent, settlement: Settlement, nowMs: number): Promise<ClaimOutcome> {
    const outcome = this.claimNow(intent, nowMs);
    if (outcome.kind === 'claimed') this.settleNow(outcome.id, settlement);
    return outcome;
  }

  async claimAsUnknown(
    intent: PaymentIntent,
    ambiguity: Ambiguity,
    _reason: string,
    nowMs: number,
  ): Promise<ClaimOutcome> {
    const outcome = this.claimNow(intent, nowMs);
    if (outcome.kind === 'claimed') this.move(outcome.id, ['settling'], { state: 'unknown', ambiguity });
    return outcome;
  }

  async withdraw(key: PaymentKey, refusal: { code: string; reason: string }): Promise<WithdrawOutcome> {
    const row = this.rows.find((candidate) => isSameKey(candidate.key, key));
    if (!row || row.state === 'refused') return 'withdrawn';
    if (row.state !== 'settling' || row.bootId !== this.bootId) return 'held';
    this.move(row.id, ['settling'], { state: 'refused', refusal });
    return 'withdrawn';
  }

  async callFree({ key }: FreePayment): Promise<FreeOutcome> {
    const row = this.rows.find((candidate) => isSameKey(candidate.key, key));
    if (!row) this.calledFree.add(JSON.stringify(key));
    else if (row.state !== 'refused') return 'held';
    else this.rows[this.rows.indexOf(row)] = { ...row, version: nextVersion(row) };
    return 'free';
  }

  private get calledFree(): Set<string> {
    const known = calledFree.get(this.rows) ?? new Set();
    calledFree.set(this.rows, known);
    return known;
  }

  async settled(id: number, settlement: Settlement): Promise<Settlement> {
    this.settleNow(id, settlement);
    return this.row(id).settlement!;
  }

  private settleNow(id: number, settlement: Settlement): void {
    const { identifier, state } = this.row(id);
    if (state === 'settled') return;
    const bound = identifier === null ? undefined : this.boundTo(identifier);
    const isTaken = bound !== undefined && bound.id !== id;
    const change = { state: 'settled', settlement, ...(isTaken ? { identifier: null } : {}) } as const;
    this.move(id, ['settling', 'unknown', 'refused'], change);
  }

  async refused(id: number, refusal: { code: string; reason: string }): Promise<void> {
    this.move(id, ['settling', 'unknown'], { state: 'refused', refusal });
  }

  async unknown(id: number, ambiguity: Ambiguity): Promise<void> {
    if (this.row(id).state === 'unknown') return;
    this.move(id, ['settling'], { state: 'unknown', ambiguity });
  }

  async released(id: number, _reason: string): Promise<void> {
    this.move(id, ['settling', 'unknown', 'refused'], { state: 'released' });
  }

  async delivered(id: number, nowMs: number): Promise<void> {
    if (this.row(id).deliveredAt !== null) return;
    this.move(id, ['settled'], { deliveredAt: nowMs });
  }

  async lost(id: number, reason: string, nowMs: number): Promise<boolean> {
    const { state } = this.row(id);
    if (state !== 'settled') throw new Error(`payment ${id} is ${state}, so nothing was lost`);
    const known = losses.get(this.rows) ?? new Map<number, number>();
    losses.set(this.rows, known);
    if (known.has(id)) return false;
    known.set(id, nowMs);
    this.onEvent({ id, at: nowMs, state: 'lost', detail: reason });
    return true;
  }

  async open(limit: number, afterId = 0): Promise<readonly PaymentRecord[]> {
    return this.rows
      .filter(({ state, id }) => (state === 'unknown' || state === 'settling') && id > afterId)
      .slice(0, limit);
  }

  async watched(closedBefore: number, afterId: number, limit: number): Promise<readonly PaymentRecord[]> {
    return this.rows
      .filter(({ state, id, validBefore }) => state === 'refused' && id > afterId && validBefore < closedBefore)
      .slice(0, limit);
  }

  async counts(): Promise<Readonly<Record<PaymentState, number>>> {
    const counts = { settling: 0, settled: 0, refused: 0, unknown: 0, released: 0 };
    for (const row of this.rows) counts[row.state]++;
    return counts;
  }

  private boundTo(identifier: string): PaymentRecord | undefined {
    return this.rows.find((row) => row.identifier === identifier && BOUND.has(row.state));
  }

  private row(id: number): PaymentRecord {
    const row = this.rows.find((candidate) => candidate.id === id);
    if (!row) throw new Error(`no payment ${id}`);
    return row;
  }

  private move(id: number, from: readonly PaymentState[], change: Partial<PaymentRecord>): void {
    const row = this.row(id);
    if (!from.includes(row.state)) throw new Error(`payment ${id} is ${row.state}, not ${from.join(' or ')}`);
    const moved = { ...row, ...change };
    const state = change.state ?? 'delivered';
    this.onEvent({ id, at: row.createdAt, state, detail: '' });
    const isTerminal = moved.state === 'settled' || moved.state === 'released';
    this.rows[this.rows.indexOf(row)] = isTerminal ? { ...moved, payload: wipeSignature(moved.payload) } : moved;
  }
}

function nextVersion(row: PaymentRecord | undefined): string {
  return String(Number(row?.version ?? 0) + 1);
}

function isSameKey(left: PaymentKey, right: PaymentKey): boolean {
  return (
    left.network === right.network &&
    left.asset === right.asset &&
    left.payer === right.payer &&
    left.nonce === right.nonce
  );
}
