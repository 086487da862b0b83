import { toCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { StackVerdict } from '../check/verdict';
import type { ListName } from '../stack';
import type { EpssStanding } from '@stackcheck/epss-core';
import type { CycleState, ImageState, KevState, PackageState, WatchState } from './watch-state';

/** What a check is compared with. Its lists are in the order of the stack now; undefined is an entry that was just added. */
export interface Baseline {
  readonly issuedAtMs: number;
  /** The UTC day of the check before. */
  readonly day: CalendarDate;
  /** The day that its policy asked about, of which its cycles are; null where it named none. */
  readonly asOf: CalendarDate | null;
  readonly checks: number;
  readonly verdict: StackVerdict;
  readonly items: readonly (CycleState | undefined)[];
  readonly images: readonly (ImageState | undefined)[];
  readonly cves: readonly (KevState | undefined)[];
  readonly packages: readonly (PackageState | undefined)[];
  /** Absent where there was no threshold of scores. */
  readonly scores?: ScoreBaseline;
}

/** How entries stood against the threshold. */
export interface ScoreBaseline {
  readonly model: string | null;
  readonly cves: readonly (EpssStanding | undefined)[];
  readonly packages: readonly (readonly string[] | null | undefined)[];
}

/** For each entry of the lists now, its position in the lists of the state; undefined for an added one. */
export type Positions = Readonly<Record<ListName, readonly (number | undefined)[]>>;

/** A state as a baseline, in its own order or in that of an edited stack. */
export function toBaseline(state: WatchState, positions?: Positions): Baseline {
  const inOrder = <Entry>(entries: readonly Entry[], list: ListName): readonly (Entry | undefined)[] =>
    positions === undefined ? entries : positions[list].map((at) => (at === undefined ? undefined : entries[at]));
  const { scores } = state;
  return {
    issuedAtMs: state.issuedAtMs,
    day: toCalendarDate(state.issuedAtMs),
    asOf: state.stack.policy.as_of ?? null,
    checks: state.checks,
    verdict: state.verdict,
    items: inOrder(state.items, 'items'),
    images: inOrder(state.images, 'images'),
    cves: inOrder(state.cves, 'cves'),
    packages: inOrder(state.packages, 'packages'),
    ...(scores === undefined
      ? {}
      : {
          scores: {
            model: scores.model,
            cves: inOrder(scores.cves, 'cves'),
            packages: inOrder(scores.packages, 'packages'),
          },
        }),
  };
}
