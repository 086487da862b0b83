import type { PaymentLedger, PrepaidLedger } from '@stackcheck/payment-x402';
import type {
  Ambiguity,
  ClaimOutcome,
  FreeOutcome,
  FreePayment,
  PaymentIntent,
  PaymentKey,
  PaymentRecord,
  Settlement,
  WithdrawOutcome,
} from '@stackcheck/payment-x402/ledger';
import { wipeSignature } from '@stackcheck/payment-x402/wipe-signature';
import type { Lane, Statement } from '../connection/lane';
import type { EventWriter } from '../events/event-writer';
import { keyDigestOf, KEY_GIVEN } from '../schema/payment-key';
import { toStoredBody } from './answer-body';
import { ClaimDesk } from './claim-desk';
import { DeliveryDesk } from './delivery-desk';
import { PaymentFinder } from './find-payments';
import { FreeDesk } from './free-desk';
import {
  DOUBT,
  loseStatement,
  moveStatement,
  REFUSE,
  RELEASE,
  type Move,
  type Moved,
  type MoveStep,
} from './move-statement';
import { toClaimColumns, type ClaimedAs } from './payment-row';
import { SettleDesk } from './settle-desk';
import type { Step } from './claim-statement';
import { WriteDesk } from './write-desk';

/** The connections of a ledger; each does one kind of work, so that none waits for another kind. */
export interface LedgerLanes {
  readonly reads: Lane;
  /** Claims and settlements, many at a time. */
  readonly payments: Lane;
  /** More of them where many wait, and those of a payment that is not as expected. */
  readonly morePayments: Lane;
  readonly writes: Lane;
  readonly pulse: Lane;
}

/** Whether this process is heard of by the others for long enough to claim a payment, and to settle one it claimed. */
export interface ClaimLease {
  requireToClaim(): void;
  requireToSettle(): void;
}

/** How a ledger is made. */
export interface LedgerDeps {
  readonly lanes: LedgerLanes;
  readonly events: EventWriter;
  readonly lease: ClaimLease;
  /** Longest wait of a delivery for others to be written with. */
  readonly deliveryWaitMs: number;
  readonly monotonicMs: () => number;
}

const CORE: Statement = {
  name: 'core',
  text: 'SELECT id, state, attempt, payload, worker FROM payment WHERE id = $1',
};
const CORE_BY_KEY: Statement = {
  name: 'core_by_key',
  text: `SELECT id, state, attempt, payload, worker FROM payment p WHERE ${keyDigestOf('p')} = ${KEY_GIVEN}`,
};

interface Core {
  readonly id: number;
  readonly state: string;
  readonly attempt: number;
  readonly payload: string;
  readonly worker: string | null;
}

const DEADLINE_MS = 3_000;

/** The ledger of payments in PostgreSQL. Claims, settlements and look-ups of one moment share statements and commits. */
export class PostgresLedger implements PaymentLedger, PrepaidLedger {
  readonly bootId: string;
  private readonly finder: PaymentFinder;
  private readonly claims: ClaimDesk;
  private readonly settlements: SettleDesk;
  private readonly deliveries: DeliveryDesk;
  private readonly freed: FreeDesk;

  constructor(private readonly deps: LedgerDeps) {
    const { lanes, events } = deps;
    this.bootId = events.bootId;
    this.finder = new PaymentFinder(lanes.reads, deps.monotonicMs);
    const writes = new WriteDesk([lanes.payments, lanes.morePayments], events, deps.monotonicMs);
    this.claims = new ClaimDesk(writes, lanes.morePayments, events);
    this.settlements = new SettleDesk(writes, lanes.morePayments, events);
    this.deliveries = new DeliveryDesk(lanes.writes, events, deps.deliveryWaitMs);
    this.freed = new FreeDesk(this.bootId, lanes, deps.monotonicMs);
  }

  async find(key: PaymentKey): Promise<PaymentRecord | undefined> {
    return this.deliveries.seen(() => this.finder.find(key));
  }

  async findByIdentifier(identifier: string): Promise<PaymentRecord | undefined> {
    return this.deliveries.seen(() => this.finder.findByIdentifier(identifier));
  }

  async claim(intent: PaymentIntent, nowMs: number, seen?: string | null): Promise<ClaimOutcome> {
    this.deps.lease.requireToClaim();
    const outcome = await this.claimAs(intent, nowMs, { state: 'settling' }, [], seen);
    if (outcome.kind === 'claimed') {
      this.settlements.remember(outcome.id, intent.payload);
      // The caller settles at once when it learns of this.
      this.deps.lease.requireToSettle();
    }
    return outcome;
  }

  claimSettled(intent: PaymentIntent, settlement: Settlement, nowMs: number): Promise<ClaimOutcome> {
    const as = { state: 'settled', settlement, payload: wipeSignature(intent.payload) } as const;
    return this.claimAs(intent, nowMs, as, [{ state: 'settled', detail: settlement.evidence }]);
  }

  claimAsUnknown(intent: PaymentIntent, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<ClaimOutcome> {
    const step = { state: 'unknown', detail: `${ambiguity}: ${reason}` };
    return this.claimAs(intent, nowMs, { state: 'unknown', doubt: ambiguity }, [step]);
  }

  async withdraw(key: PaymentKey, refusal: { code: string; reason: string }, nowMs: number): Promise<WithdrawOutcome> {
    const { lanes, events } = this.deps;
    // From here on a claim that was not written never will be, however late it arrives.
    await events.resolveDoubts(nowMs, DEADLINE_MS);
    const values = [key.network, key.asset, key.payer, key.nonce];
    const [row] = await lanes.writes.run<Core>(CORE_BY_KEY, values, DEADLINE_MS);
    if (!row || row.state === 'refused') return 'withdrawn';
    if (row.state !== 'settling' || row.worker !== this.bootId) return 'held';
    const { moved, before } = await this.refuse(row.id, refusal, nowMs);
    return moved || before === 'refused' ? 'withdrawn' : 'held';
  }

  callFree(payment: FreePayment, nowMs: number): Promise<FreeOutcome> {
    return this.freed.callFree(payment, nowMs);
  }

  /** Removes what was called free and can be charged for no more. */
  forgetFree(nowMs: number): Promise<void> {
    return this.freed.forget(nowMs);
  }

  settled(id: number, settlement: Settlement, nowMs: number): Promise<Settlement> {
    return this.settlements.settled(id, settlement, nowMs);
  }

  async refused(id: number, refusal: { code: string; reason: string }, nowMs: number): Promise<void> {
    requireMoved(id, await this.refuse(id, refusal, nowMs));
  }

  async unknown(id: number, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<void> {
    const detail = `${ambiguity}: ${reason}`;
    const found = await this.move(DOUBT, { id, state: 'unknown', detail, nowMs, values: [ambiguity] });
    this.settlements.forget(id);
    if (found.before !== 'unknown') requireMoved(id, found);
  }

  async released(id: number, reason: string, nowMs: number): Promise<void> {
    const [row] = await this.deps.lanes.writes.run<Core>(CORE, [id], DEADLINE_MS);
    if (!row) throw new Error(`there is no payment ${id}`);
    const payload = JSON.stringify(wipeSignature(JSON.parse(row.payload)));
    const step = { id, state: 'released', detail: reason, nowMs, values: [payload, row.attempt] };
    requireMoved(id, await this.move(RELEASE, step));
    this.settlements.forget(id);
  }

  delivered(id: number, nowMs: number): Promise<void> {
    return this.deliveries.delivered(id, nowMs);
  }

  async lost(id: number, reason: string, nowMs: number): Promise<boolean> {
    const { lanes, events } = this.deps;
    const step = { id, detail: reason, nowMs };
    const [found] = await events.write(lanes.writes, DEADLINE_MS, () => loseStatement(events, step));
    const { moved, before } = found!;
    if (before !== 'settled') throw new Error(`payment ${id} is ${before ?? 'not there'}, so nothing was lost`);
    return moved;
  }

  open(limit: number, afterId = 0): Promise<readonly PaymentRecord[]> {
    return this.finder.open(limit, afterId);
  }

  watched(closedBefore: number, afterId: number, limit: number): Promise<readonly PaymentRecord[]> {
    return this.finder.watched(closedBefore, afterId, limit);
  }

  counts() {
    return this.finder.counts();
  }

  /** Writes the deliveries that wait. */
  flush(): Promise<void> {
    return this.deliveries.flush();
  }

  private async claimAs(
    intent: PaymentIntent,
    nowMs: number,
    as: ClaimedAs,
    more: readonly Step[],
    seen?: string | null,
  ): Promise<ClaimOutcome> {
    const columns = toClaimColumns(intent, this.bootId, nowMs, as);
    const steps = [{ state: 'settling', detail: intent.routeId }, ...more];
    return this.claims.claim({ columns, body: await toStoredBody(intent.answer), steps, nowMs }, seen);
  }

  private async refuse(id: number, { code, reason }: { code: string; reason: string }, nowMs: number): Promise<Moved> {
    const step = { id, state: 'refused', detail: `${code}: ${reason}`, nowMs, values: [code, reason] };
    const found = await this.move(REFUSE, step);
    this.settlements.forget(id);
    return found;
  }

  private async move(move: Move, step: MoveStep): Promise<Moved> {
    const { lanes, events } = this.deps;
    const [found] = await events.write(lanes.writes, DEADLINE_MS, () => moveStatement(events, move, step));
    return found!;
  }
}

function requireMoved(id: number, { moved, before }: Moved): void {
  if (moved) return;
  if (before === null) throw new Error(`there is no payment ${id}`);
  throw new Error(`payment ${id} is ${before}, or another node works on it`);
}
