import { LIMITS, type Clock } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import type {
  FacilitatorRequest,
  FacilitatorState,
  SettleOutcome,
  VerifyOutcome,
  VerifyUnavailable,
} from '@stackcheck/payment-x402/facilitator';
import { FacilitatorBreaker } from './facilitator-breaker';

/** What stands around the facilitators. */
export interface PreferenceDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** A number from 0 up to 1, for the jitter of the breakers. */
  readonly random: () => number;
  /** Called for a facilitator that gave no verdict, although another one may have given it. */
  readonly passedOver?: (name: string, outcome: VerifyUnavailable) => void;
}

interface Member {
  readonly facilitator: Facilitator;
  readonly breaker: FacilitatorBreaker;
}

/** No further facilitator is asked to verify once this has passed: the settlement needs its own time. */
const VERIFY_TOTAL_MS = 2 * LIMITS.verifyTimeoutMs;

/**
 * Facilitators in order of preference; one alone, too, since it may have taken the place of another one.
 *
 * Verifying has no effect, so the next one is asked wherever one gives no verdict, and one that keeps failing is passed
 * over for a while. Only silence opens a breaker: an answer that blames something else comes from a facilitator that is up,
 * or anybody could close the first one with payments that it cannot read. When all breakers are open, the order of preference
 * holds as if none was: a breaker saves time and never refuses a sale.
 *
 * Settling stays with the facilitator that verified the payment, and nothing that happens there makes another one settle it
 * in the same breath. A later settle of a payment that is still open goes there first, too; another one gets it only while
 * nothing can reach the first. Handing the same payload to a second facilitator cannot charge twice, because the token takes
 * the nonce once: of two transactions one moves the money and one reverts. So a success of either is a success. What else the
 * second one says is doubt, even "nonce used", which the first one's word would make a settlement (see `resolveOpen`):
 *
 * - that rule rests on a call of ours having reached the one that speaks. The first facilitator may never have got it (the
 *   process died before sending, or it was refused there), and then what spent the nonce was not our call but the payer, who
 *   cancelled it or paid somebody else;
 * - the second one's word may be about itself: a cache against duplicates, filled by our own call a moment ago, whose
 *   transaction may yet be dropped;
 * - its refusals (no funds, window closed) may be the consequence of the first one's success.
 *
 * The chain, or the first facilitator once it answers, resolves such a payment.
 */
export class PreferredFacilitators implements Facilitator {
  readonly name: string;
  readonly evidence: Facilitator['evidence'];
  private readonly members: readonly Member[];

  /** @throws RangeError for two facilitators of one name, since rows in the ledger tell them apart by it */
  constructor(
    facilitators: readonly [Facilitator, ...Facilitator[]],
    private readonly deps: PreferenceDeps,
  ) {
    const names = facilitators.map(({ name }) => name);
    if (new Set(names).size < names.length) throw new RangeError(`facilitators share a name: ${names.join(', ')}`);
    this.name = names.join(', ');
    this.evidence = facilitators[0].evidence;
    this.members = facilitators.map((facilitator) => ({ facilitator, breaker: new FacilitatorBreaker(deps) }));
  }

  async verify(request: FacilitatorRequest): Promise<VerifyOutcome> {
    const startedMs = this.deps.clock.monotonic();
    const failed: (VerifyUnavailable & { readonly name: string })[] = [];
    const asked = new Set<Member>();
    // The second round is for those passed over, when none of the others gave a verdict.
    for (const isLastResort of [false, true]) {
      for (const member of this.members) {
        if (this.deps.clock.monotonic() - startedMs >= VERIFY_TOTAL_MS) break;
        if (asked.has(member) || (!isLastResort && !member.breaker.mayCall())) continue;
        asked.add(member);
        const { name } = member.facilitator;
        const outcome = await verifyWith(member, request);
        if (outcome.kind === 'verified') return { kind: 'verified', by: name };
        if (outcome.kind === 'refused') return outcome;
        failed.push({ ...outcome, name });
        this.deps.passedOver?.(name, outcome);
      }
    }
    return {
      kind: 'unavailable',
      reason: failed.map(({ name, reason }) => `${name}: ${reason}`).join('; '),
      ...(failed.some(({ isAlarm }) => isAlarm) ? { isAlarm: true } : {}),
    };
  }

  async settle(request: FacilitatorRequest, timeoutMs: number = LIMITS.settleTimeoutMs): Promise<SettleOutcome> {
    const startedMs = this.deps.clock.monotonic();
    const home = this.homeOf(request);
    if (!request.isRepeat) {
      return home
        ? home.facilitator.settle(request, timeoutMs)
        : { kind: 'not_sent', reason: 'no facilitator is known to have verified this payment' };
    }
    const others = this.members.filter((member) => member !== home);
    let outcome: SettleOutcome = { kind: 'not_sent', reason: 'no facilitator can be reached' };
    for (const { facilitator } of home ? [home, ...others] : others) {
      const leftMs = timeoutMs - (this.deps.clock.monotonic() - startedMs);
      if (leftMs <= 0) break;
      outcome = await facilitator.settle(request, leftMs);
      if (facilitator !== home?.facilitator) outcome = provenBy(facilitator.name, outcome);
      if (outcome.kind !== 'not_sent') break;
    }
    return outcome;
  }

  /** Who verified the payment. A row from before that was recorded can only be of the one facilitator there is. */
  private homeOf({ verifiedBy }: FacilitatorRequest): Member | undefined {
    const isUnambiguous = (verifiedBy ?? null) === null && this.members.length === 1;
    return isUnambiguous ? this.members[0] : this.members.find(({ facilitator }) => facilitator.name === verifiedBy);
  }

  health(): 'ok' | 'failing' | 'unused' {
    const states = this.members.map(({ facilitator }) => facilitator.health());
    return states.find((state) => state === 'ok') ?? states.find((state) => state === 'failing') ?? 'unused';
  }

  states(): readonly FacilitatorState[] {
    return this.members.flatMap(({ facilitator, breaker }) =>
      (facilitator.states?.() ?? []).map((state) => ({ ...state, breaker: breaker.state() })),
    );
  }
}

async function verifyWith({ facilitator, breaker }: Member, request: FacilitatorRequest): Promise<VerifyOutcome> {
  const outcome = await facilitator
    .verify(request)
    .catch((): VerifyUnavailable => ({ kind: 'unavailable', reason: 'the adapter failed' }));
  if (outcome.kind === 'unavailable' && !outcome.isAnswered) breaker.failed();
  else breaker.succeeded();
  return outcome;
}

/** What a facilitator that did not verify the payment proves: a settlement it made, and otherwise nothing. */
function provenBy(name: string, outcome: SettleOutcome): SettleOutcome {
  if (outcome.kind === 'settled' || outcome.kind === 'not_sent') return outcome;
  return { kind: 'unknown', reason: `${outcome.reason}, says ${name}, which did not verify the payment` };
}
