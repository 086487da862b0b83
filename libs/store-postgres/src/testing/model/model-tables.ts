import type { PaymentRow } from '../../ledger/payment-row';

/** A row of `payment` with its answer, and who works on it. Deliveries are events: no statement sets its `delivered_at`. */
export interface ModelPayment extends PaymentRow {
  readonly worker: string | null;
}

/** A row of `payment_event`. */
export interface ModelEvent {
  readonly boot_id: string;
  readonly seq: number;
  readonly payment_id: number;
  readonly at: number;
  readonly state: string;
  readonly detail: string;
}

/** A row of `node`. */
export interface ModelNode {
  readonly boot_id: string;
  readonly place: string;
  readonly beat: number;
  readonly gone: boolean;
  readonly terms: string;
  readonly keys: string;
  readonly watch_keys: readonly string[];
  readonly seal_seq: number;
  readonly seal_hash: string;
  /** As JSON: the newest seals of others. */
  readonly seals: string;
}

/** The one row of `cluster`. */
export interface ModelSwitch {
  readonly paused: string | null;
  readonly stopped: string | null;
}

/** An error as PostgreSQL answers it. */
export class ModelError extends Error {
  readonly severity = 'ERROR';

  constructor(
    readonly code: '23505' | '23514' | 'P0001',
    message: string,
  ) {
    super(message);
  }
}

const BOUND: ReadonlySet<string> = new Set(['settling', 'unknown', 'settled']);
const CLOSED: ReadonlySet<string> = new Set(['settled', 'released']);

/** Transitions that the trigger `payment_guard` lets through; of a refused row some only with another attempt. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  settling: ['settled', 'refused', 'unknown', 'released'],
  unknown: ['settled', 'refused', 'released'],
  refused: ['settled', 'released'],
  settled: [],
  released: [],
};

/** What a closed payment keeps. */
const FIXED = [
  'state',
  'payment_hash',
  'payload',
  'identifier',
  'request_hash',
  'price',
  'value',
  'pay_to',
  'transaction_hash',
  'evidence',
  'payment_response',
] as const;

/**
 * The tables in memory, with their uniqueness and triggers. Every change is noted with what undoes it, so that a statement that fails
 * leaves nothing, and a failover can drop the newest statements.
 */
export class ModelTables {
  private readonly byId = new Map<number, ModelPayment>();
  private readonly idByKey = new Map<string, number>();
  private readonly idByIdentifier = new Map<string, number>();
  private readonly eventRows = new Map<string, ModelEvent>();
  private readonly deliveryById = new Map<number, ModelEvent>();
  private readonly sealRows = new Map<string, string>();
  private readonly nodeRows = new Map<string, ModelNode>();
  private readonly nonceRows = new Map<string, string>();
  private switchRow: ModelSwitch = { paused: null, stopped: null };
  private lastId = 0;
  private undo: (() => void)[] = [];
  private insertedEvent: ModelEvent | undefined;

  /** What the changes since the last call are undone with, newest last. */
  takeUndo(): readonly (() => void)[] {
    const { undo } = this;
    this.undo = [];
    return undo;
  }

  payments(): readonly ModelPayment[] {
    return [...this.byId.values()].sort((one, other) => one.id - other.id);
  }

  payment(id: number): ModelPayment | undefined {
    return this.byId.get(id);
  }

  byKey(key: readonly unknown[]): ModelPayment | undefined {
    return this.byId.get(this.idByKey.get(key.join(' ')) ?? -1);
  }

  boundTo(identifier: string | null): ModelPayment | undefined {
    return identifier === null ? undefined : this.byId.get(this.idByIdentifier.get(identifier) ?? -1);
  }

  /** As a sequence: what it gave is not given again, also where its statement failed. */
  nextId(): number {
    return ++this.lastId;
  }

  /** @returns whether no row had the key or the identifier */
  insertPayment(row: ModelPayment): boolean {
    const key = keyOf(row);
    if (this.idByKey.has(key) || (BOUND.has(row.state) && this.boundTo(row.identifier))) return false;
    this.put(this.byId, row.id, row);
    this.put(this.idByKey, key, row.id);
    this.bind(row);
    return true;
  }

  updatePayment(row: ModelPayment): void {
    const before = this.byId.get(row.id)!;
    guard(before, row);
    const bearer = BOUND.has(row.state) ? this.boundTo(row.identifier) : undefined;
    if (bearer && bearer.id !== row.id) throw new ModelError('23505', 'payment_identifier');
    if (before.identifier !== null && this.boundTo(before.identifier)?.id === row.id)
      this.put(this.idByIdentifier, before.identifier, undefined);
    this.put(this.byId, row.id, row);
    this.bind(row);
  }

  removePayment({ id, attempt, ...row }: ModelPayment): void {
    if (attempt > 0) throw new ModelError('P0001', 'payments are kept');
    this.put(this.byId, id, undefined);
    this.put(this.idByKey, keyOf(row), undefined);
  }

  event(bootId: string, seq: number): ModelEvent | undefined {
    return this.eventRows.get(`${bootId} ${seq}`);
  }

  events(): readonly ModelEvent[] {
    return [...this.eventRows.values()];
  }

  delivery(paymentId: number): ModelEvent | undefined {
    return this.deliveryById.get(paymentId);
  }

  /** The event that was inserted last; its statement may have been undone. */
  get lastEvent(): ModelEvent | undefined {
    return this.insertedEvent;
  }

  insertEvent(event: ModelEvent): void {
    if (this.event(event.boot_id, event.seq)) throw new ModelError('23505', 'payment_event_pkey');
    if (event.state === 'delivered') {
      if (this.delivery(event.payment_id)) throw new ModelError('23505', 'payment_event_delivered');
      this.put(this.deliveryById, event.payment_id, event);
    }
    this.put(this.eventRows, `${event.boot_id} ${event.seq}`, event);
    this.insertedEvent = event;
  }

  /** Hashes by boot and number. */
  seals(): ReadonlyMap<string, string> {
    return this.sealRows;
  }

  insertSeal(bootId: string, toSeq: number, hash: string): void {
    const name = `${bootId} ${toSeq}`;
    if (toSeq > 0 && !this.sealRows.has(name)) this.put(this.sealRows, name, hash);
  }

  node(bootId: string): ModelNode | undefined {
    return this.nodeRows.get(bootId);
  }

  nodes(): readonly ModelNode[] {
    return [...this.nodeRows.values()];
  }

  putNode(node: ModelNode): void {
    this.put(this.nodeRows, node.boot_id, node);
  }

  spentBy(key: readonly unknown[]): string | undefined {
    return this.nonceRows.get(key.join(' '));
  }

  spend(key: readonly unknown[], hash: string): void {
    if (this.spentBy(key) === undefined) this.put(this.nonceRows, key.join(' '), hash);
  }

  get switch(): ModelSwitch {
    return this.switchRow;
  }

  set switch(row: ModelSwitch) {
    const before = this.switchRow;
    this.undo.push(() => (this.switchRow = before));
    this.switchRow = row;
  }

  private bind(row: ModelPayment): void {
    if (row.identifier !== null && BOUND.has(row.state)) this.put(this.idByIdentifier, row.identifier, row.id);
  }

  /** @param value undefined removes */
  private put<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
    const before = map.get(key);
    const set = (to: V | undefined): void => {
      if (to === undefined) map.delete(key);
      else map.set(key, to);
    };
    this.undo.push(() => set(before));
    set(value);
  }
}

function guard(before: ModelPayment, row: ModelPayment): void {
  const isChanged = FIXED.some((name) => row[name] !== before[name]);
  if (CLOSED.has(before.state) && isChanged) throw new ModelError('P0001', 'a closed payment does not change');
  const isAnew = before.state === 'refused' && BOUND.has(row.state) && row.attempt > before.attempt;
  if (before.attempt === 0 && row.attempt > 0) throw new ModelError('P0001', 'attempts are counted up');
  if (row.state !== before.state && !isAnew && !NEXT[before.state]!.includes(row.state))
    throw new ModelError('P0001', 'illegal payment transition');
  if (row.attempt === 0 && row.state !== 'refused') throw new ModelError('23514', 'payment_called_free');
}

function keyOf({ network, asset, payer, nonce }: Pick<ModelPayment, 'network' | 'asset' | 'payer' | 'nonce'>): string {
  return [network, asset, payer, nonce].join(' ');
}
