import type { Clock } from '@stackcheck/contract';
import type { ChainEvidence, PaymentGate } from '@stackcheck/payment-x402';
import type { GateDeps } from '@stackcheck/payment-x402/gate';
import type { ChainEndpoint } from '@stackcheck/payment-x402/evidence';
import type { SettleOutcome, VerifyOutcome } from '@stackcheck/payment-x402/facilitator';
import type { LostSettlementDeps, SelfDeps } from '@stackcheck/payment-x402/self';
import type { Reconciler } from '@stackcheck/payment-x402/reconcile';
import type { OpenPaymentLedger } from '@stackcheck/store-sqlite/testing';
import type { SwitchLimits, ThreadedLedger } from '@stackcheck/store-sqlite/testing';
import type { ServerHabits } from '../actors/server';
import type { NodeBug } from '../nodes/node-bug';
import type { InvariantName } from '../checks/invariants';

/**
 * A planted bug: some part of the payment path in a wrong version. Production code is not touched; the simulation is wired
 * with the wrong part instead.
 */
export interface Mutant {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly bug: string;
  /** Promises of which at least one must be seen broken. */
  readonly breaks: readonly InvariantName[];
  readonly deps?: (deps: GateDeps) => GateDeps;
  readonly gate?: (gate: PaymentGate, deps: GateDeps) => PaymentGate;
  readonly reconciler?: (reconciler: Reconciler, deps: GateDeps) => Reconciler;
  readonly settleOutcome?: (outcome: SettleOutcome, replyText: string | null) => SettleOutcome;
  readonly verifyOutcome?: (outcome: VerifyOutcome, replyText: string | null) => VerifyOutcome;
  readonly habits?: ServerHabits;
  /** Replaces `createChainEvidence`. */
  readonly evidence?: (endpoints: readonly ChainEndpoint[], clock: Clock) => ChainEvidence;
  /** Replaces `SwitchingLedger`. */
  readonly handover?: (here: OpenPaymentLedger, thread: ThreadedLedger, limits: SwitchLimits) => OpenPaymentLedger;
  /** Changes what the service settles by itself with. */
  readonly self?: (deps: SelfDeps) => SelfDeps;
  /** Changes what looks for settlements that the chain took back. */
  readonly lost?: (deps: LostSettlementDeps) => LostSettlementDeps;
  /** Its schedules are those of a service that settles by itself. */
  readonly isSelf?: true;
  readonly synchronous?: 'NORMAL';
  readonly begin?: 'deferred';
  /** A schedule that showed it when it was planted, tried before all others. */
  readonly seen?: string;
  /** Something about nodes over one PostgreSQL: three of them serve. */
  readonly nodes?: NodeBug;
}
