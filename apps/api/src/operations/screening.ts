import type { Clock } from '@stackcheck/contract';
import type { LiveSnapshots } from '@stackcheck/datasets';
import type { PayerScreening } from '@stackcheck/payment-x402';
import type { PayerVerdict } from '@stackcheck/payment-x402/checks';
import type { ScreeningPolicy } from '../config/screening';
import type { Pause, PauseLevel } from './pause';
import type { SanctionsOracle } from './screening-oracle';

/**
 * - `off`: switched off
 * - `not_screened`: no list was ever ingested
 * - `fresh`, `old` (alarm), `too_old`: by the last check of upstream that succeeded
 * - `missing`: a list is required, or was ingested, and none can be used
 */
export type ScreeningState = 'off' | 'not_screened' | 'fresh' | 'old' | 'too_old' | 'missing';

/** What screening reports to the log, which cuts the addresses of payers that are not listed. */
export type ScreeningEvent =
  | { readonly event: 'screening_state'; readonly state: ScreeningState; readonly detail: string }
  /** @property by snapshot id of the list, or `oracle` */
  | { readonly event: 'payer_blocked' | 'payer_clear'; readonly payer: string; readonly by: string | null }
  | { readonly event: 'blocked_payer_settled'; readonly payer: string; readonly by: string };

/** What screening works with. */
export interface ScreeningDeps {
  readonly policy: ScreeningPolicy;
  readonly live: Pick<LiveSnapshots, 'current' | 'status'>;
  readonly clock: Clock;
  readonly oracle: SanctionsOracle | undefined;
  readonly pause: Pause;
  readonly log: (event: ScreeningEvent) => void;
}

/** Screening as /health shows it. */
export interface ScreeningHealth {
  readonly state: ScreeningState;
  readonly notice: string;
  readonly snapshot_id: string | null;
  readonly refreshed_at: string | null;
  readonly addresses: number | null;
  readonly oracle: boolean;
  readonly problem: string | null;
}

/** A list that was not confirmed for so long alarms the operator. */
const ALARM_AGE_HOURS = 48;
const HOUR_MS = 3_600_000;
const SKEW_HOURS_MAX = 1 / 12;

/** Screens payers by the served block list, and by the oracle where there is one. */
export class SanctionsScreening implements PayerScreening {
  private reported: ScreeningState | undefined;
  private latestNowMs = -Infinity;

  constructor(private readonly deps: ScreeningDeps) {}

  isBlocked(address: string): PayerVerdict | Promise<PayerVerdict> {
    const { policy, oracle } = this.deps;
    if (policy.demand === 'off') return false;
    if (this.isListed(address)) return this.blocked(address, this.listId() ?? '');
    if (oracle) return this.asked(oracle, address);
    // Sold only while the block list is there, so a request that came in before the pause must not pass now.
    return this.mustPause(this.state()) ? 'unknown' : this.clear(address);
  }

  /** Looks at the list's age; call it after each poll of the snapshots. */
  look(): void {
    const state = this.state();
    const detail = this.detailOf(state);
    this.deps.pause.report('block_list', this.levelOf(state), detail);
    if (state === this.reported) return;
    this.reported = state;
    this.deps.log({ event: 'screening_state', state, detail });
  }

  /** Money of this payer has moved: reports it when the payer is on the list now. Nothing is refunded automatically. */
  settled(payer: string): void {
    if (this.deps.policy.demand === 'off' || !this.isListed(payer)) return;
    this.deps.log({ event: 'blocked_payer_settled', payer, by: this.listId() ?? '' });
  }

  health(): ScreeningHealth {
    const { live, policy, oracle } = this.deps;
    const { snapshotId, refreshedAt, recordCount, loadFault, refusal } = live.status('sanctions');
    const state = this.state();
    return {
      state,
      notice: this.detailOf(state),
      snapshot_id: snapshotId,
      refreshed_at: refreshedAt,
      addresses: recordCount,
      oracle: oracle !== undefined,
      problem: policy.demand === 'off' ? null : (loadFault ?? refusal),
    };
  }

  private state(): ScreeningState {
    const { live, policy, clock } = this.deps;
    if (policy.demand === 'off') return 'off';
    const { loaded, loadFault, refreshedAt } = live.status('sanctions');
    // A list that was ingested and cannot be verified is worse than none: the operator meant to screen.
    if (!loaded) return policy.demand === 'required' || loadFault !== null ? 'missing' : 'not_screened';
    if (refreshedAt === null) return 'too_old';
    this.latestNowMs = Math.max(this.latestNowMs, clock.now());
    const ageHours = (this.latestNowMs - Date.parse(refreshedAt)) / HOUR_MS;
    if (ageHours > policy.maxAgeHours) return 'too_old';
    // A check said to lie ahead proves that a clock was wrong, so the age of the list is unknown.
    return ageHours > ALARM_AGE_HOURS || ageHours < -SKEW_HOURS_MAX ? 'old' : 'fresh';
  }

  private levelOf(state: ScreeningState): PauseLevel {
    if (this.mustPause(state)) return 'pause';
    return state === 'old' || state === 'too_old' || state === 'missing' ? 'warn' : 'clear';
  }

  private mustPause(state: ScreeningState): boolean {
    const binding = this.deps.policy.realMoney || this.deps.policy.demand === 'required';
    return binding && (state === 'missing' || state === 'too_old');
  }

  private detailOf(state: ScreeningState): string {
    const { refreshedAt } = this.deps.live.status('sanctions');
    switch (state) {
      case 'off':
        return 'payers are not screened: SANCTIONS=off';
      case 'not_screened':
        return 'payers are not screened: no block list was ever ingested';
      case 'missing':
        return 'there is no block list that can be used';
      case 'fresh':
        return 'payers are screened';
      case 'old':
      case 'too_old':
        return `the block list was last confirmed at ${refreshedAt ?? 'no known time'}`;
    }
  }

  /** The contract's word, after the list's: where it has none, a fresh list is enough. */
  private async asked(oracle: SanctionsOracle, address: string): Promise<PayerVerdict> {
    const verdict = await oracle.isSanctioned(address);
    if (verdict === true) return this.blocked(address, 'oracle');
    const state = this.state();
    if (this.mustPause(state) || (verdict === 'unknown' && state !== 'fresh')) return 'unknown';
    return this.clear(address);
  }

  private isListed(address: string): boolean {
    return this.deps.live.current('sanctions')?.index.has(address) ?? false;
  }

  private listId(): string | null {
    return this.deps.live.current('sanctions')?.manifest.snapshot_id ?? null;
  }

  private blocked(payer: string, by: string): true {
    this.deps.log({ event: 'payer_blocked', payer, by });
    return true;
  }

  private clear(payer: string): false {
    this.deps.log({ event: 'payer_clear', payer, by: this.listId() });
    return false;
  }
}
