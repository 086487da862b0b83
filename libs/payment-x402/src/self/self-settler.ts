import { LIMITS } from '@stackcheck/contract';
import type {
  Facilitator,
  FacilitatorRefusal,
  FacilitatorRequest,
  FacilitatorState,
  SettleOutcome,
  VerifyOutcome,
} from '../facilitator/facilitator';
import { reasonOf } from '../settle/gate-log';
import { Bundles } from './bundles';
import { checkTransfers } from './check-transfer';
import { Follower } from './follower';
import { receiptOutcome } from './receipt-outcome';
import { seldom } from './seldom';
import type { SelfDeps } from './self-deps';
import { createSubmitter } from './submitter';
import { planTransfer, type PlannedTransfer } from './transfer-call';
import { WaitingTransfer } from './waiting-transfer';
import { tellingBook } from './wallet-fault';
import { WalletWatch, type WalletSight } from './wallet-watch';

/** What is under way, for those who watch. */
export interface SelfStatus {
  /** Undefined until the node was asked once. */
  readonly sight: WalletSight | undefined;
  /** Transactions in no block. */
  readonly open: number;
  /** Seconds since the oldest of them was signed; 0 without one. */
  readonly oldestSeconds: number;
}

/** Seconds of a window that must be left, as facilitators want it: a block has to be made meanwhile. */
const MARGIN_SECONDS = 6;
const SIGHT_MS = 10_000;

/** Verifies on a node and settles with transactions of our own. What it promises is what any facilitator does. */
export class SelfSettler implements Facilitator {
  readonly name = 'self';
  readonly evidence = 'chain';
  private readonly watch: WalletWatch;
  private readonly follower: Follower;
  private readonly bundles: Bundles;
  private lastCall: 'ok' | 'failing' | 'unused' = 'unused';

  private readonly deps: SelfDeps;

  constructor(given: SelfDeps) {
    const deps = { ...given, book: tellingBook(given.book), log: seldom(given.log, given.clock) };
    this.deps = deps;
    this.watch = new WalletWatch(deps);
    this.follower = new Follower(deps);
    const submit = createSubmitter({
      ...deps,
      watch: this.watch,
      owed: (payer) => this.follower.owed(payer),
      written: (transaction, waiting) => this.follower.written(transaction, waiting),
    });
    this.bundles = new Bundles({ timers: deps.timers, ...deps.limits }, submit);
  }

  /** Takes up what an earlier process left. */
  start(): void {
    this.follower.begin();
  }

  /** Ends what goes on by itself; what is under way stays in the book. */
  async close(): Promise<void> {
    await this.bundles.idle();
    await this.follower.stop();
  }

  async verify(request: FacilitatorRequest): Promise<VerifyOutcome> {
    const transfer = this.plan(request);
    if (transfer.kind === 'refused') return transfer;
    if (transfer.planned.validBefore < this.deps.clock.now() / 1_000 + MARGIN_SECONDS)
      return refusal('payment_expired', 'authorization_valid_before');
    try {
      const { state } = await this.watch.recent(SIGHT_MS);
      if (state !== 'ok') return unavailable(state);
      const [check] = await checkTransfers(this.deps, [transfer.planned], (payer) => this.follower.owed(payer));
      this.lastCall = 'ok';
      if (check!.kind === 'spent') return refusal('payment_replayed', 'nonce_already_used');
      return check!.kind === 'good' ? { kind: 'verified' } : check!;
    } catch (error) {
      this.lastCall = 'failing';
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  }

  async settle(request: FacilitatorRequest, timeoutMs: number = LIMITS.settleTimeoutMs): Promise<SettleOutcome> {
    const transfer = this.plan(request);
    if (transfer.kind === 'refused') return transfer;
    const waiting = new WaitingTransfer(transfer.planned);
    const cancel = this.deps.timers.after(timeoutMs, () => waiting.expire());
    void this.begin(waiting);
    return waiting.outcome.finally(cancel);
  }

  health(): 'ok' | 'failing' | 'unused' {
    return this.lastCall;
  }

  states(): readonly FacilitatorState[] {
    const supports = { v1: true, v2: true };
    return [{ name: this.name, state: this.lastCall, breaker: 'closed', supports }];
  }

  /** Looks at wallet and fees now. Rejects when no node answers. */
  look(): Promise<WalletSight> {
    return this.watch.look();
  }

  status(): SelfStatus {
    const { open } = this.follower;
    const signedMs = Math.min(...open.map(({ attempts }) => attempts[0]!.atMs));
    const oldestSeconds = open.length === 0 ? 0 : Math.max(0, (this.deps.clock.now() - signedMs) / 1_000);
    return { sight: this.watch.sight, open: open.length, oldestSeconds };
  }
  private async begin(waiting: WaitingTransfer): Promise<void> {
    const { book, node, terms, limits } = this.deps;
    try {
      for (const { state, minedAs } of await book.carrying(waiting.transfer.payer, waiting.transfer.nonce)) {
        if (state === 'foreign') continue;
        const receipt = minedAs === null ? null : await node.receipt(minedAs);
        const outcome = receipt && receiptOutcome(terms, receipt, waiting.transfer);
        if (outcome?.kind === 'settled') {
          // Reorganised into a newer block it waits for those that belong on it once more.
          const standing = await node.standing(receipt!);
          if (standing !== 'gone' && standing.confirmations >= limits.confirmations) return waiting.conclude(outcome);
          waiting.commit();
          return this.follower.wait(waiting);
        }
        // One that failed in its block can be made again.
        if (outcome) continue;
        waiting.commit();
        return this.follower.wait(waiting);
      }
    } catch (error) {
      return waiting.conclude({ kind: 'unknown', reason: reasonOf(error) });
    }
    if (waiting.isFree) this.bundles.add(waiting);
  }

  /** What needs no chain to be asked. */
  private plan(request: FacilitatorRequest): Planned {
    const { expected } = request;
    const planned = planTransfer(this.deps.terms, request);
    if (!planned) return refusal('payment_invalid', 'invalid_payload');
    if (planned.payTo !== expected.payTo) return refusal('payment_wrong_payto', 'recipient_mismatch');
    if (planned.value !== expected.value) return refusal('payment_underpaid', 'authorization_value');
    if (planned.payer !== expected.payer || planned.nonce !== expected.nonce)
      return refusal('payment_invalid', 'invalid_payload');
    return { kind: 'planned', planned };
  }
}

type Planned = { readonly kind: 'planned'; readonly planned: PlannedTransfer } | FacilitatorRefusal;

function refusal(code: FacilitatorRefusal['code'], reason: string): FacilitatorRefusal {
  return { kind: 'refused', code, reason };
}

function unavailable(state: 'low' | 'dear'): VerifyOutcome {
  const reason = state === 'low' ? 'the gas wallet is low' : 'fees are above the cap';
  return { kind: 'unavailable', reason, isAnswered: true };
}
