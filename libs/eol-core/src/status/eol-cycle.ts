import type { CalendarDate } from '../products/product';

/** Support status of a cycle on a day. */
export type CycleStatus = 'supported' | 'security-only' | 'eol';

/**
 * The published `eol_cycle` resource, in its wire names. Nulls mean that
 * upstream states none.
 */
export interface EolCycle {
  readonly cycle: string;
  readonly codename: string | null;
  readonly release_date: CalendarDate | null;
  readonly status: CycleStatus;
  readonly eol: CalendarDate | null;
  /** Whole days from the answer's UTC day to `eol`; negative when past. */
  readonly days_until_eol: number | null;
  readonly support_until: CalendarDate | null;
  readonly extended_support_until: CalendarDate | null;
  /** The date the cycle became LTS, `true` when it is LTS without a known date, else `false`. */
  readonly lts: CalendarDate | boolean;
  readonly is_lts: boolean;
  readonly latest: string | null;
  readonly latest_date: CalendarDate | null;
  readonly link: string | null;
}
