import { STALE_CADENCES_MAX } from '@stackcheck/contract/limits';
import type { DatasetDescriptor } from '../snapshot/descriptor';

/**
 * How old data is: `fresh`; `stale`, answered but marked; `too_old`, no longer sold.
 */
export type Freshness = 'fresh' | 'stale' | 'too_old';

const HOUR_MS = 3_600_000;

/** A refresh said to lie further ahead than this was recorded by a wrong clock. */
const CLOCK_SKEW_MAX_MS = 5 * 60_000;

/** What freshness is judged from. */
export interface FreshnessFacts {
  /** Epoch ms of the last successful check of upstream; null when there was none. */
  readonly refreshedAt: number | null;
  readonly starter: boolean;
  /** Epoch ms. The caller passes the latest instant it has seen, so that a clock set back does not freshen data. */
  readonly nowMs: number;
}

/**
 * Judges data by the last successful check of upstream, where "unchanged" counts as a success. The embedded starter is
 * always stale and never too old by itself: whether to serve it at all is the application's choice.
 */
export function freshnessOf(descriptor: DatasetDescriptor, facts: FreshnessFacts): Freshness {
  if (facts.starter) return 'stale';
  if (facts.refreshedAt === null) return 'too_old';
  const ageMs = facts.nowMs - facts.refreshedAt;
  // A refresh in the future proves that a clock was wrong, so how old the data is nobody knows.
  if (ageMs < -CLOCK_SKEW_MAX_MS) return 'stale';
  if (ageMs > STALE_CADENCES_MAX * descriptor.cadenceHours * HOUR_MS) return 'too_old';
  return ageMs > (descriptor.cadenceHours + descriptor.graceHours) * HOUR_MS ? 'stale' : 'fresh';
}
