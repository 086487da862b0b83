import type { CalendarDate } from '@stackcheck/contract/calendar-date';

/** The support of one release cycle, as it is drawn and listed. Nulls: no day is known. */
export interface SupportCycle {
  /** What its row is called: `24`, or with the product `Node.js 24`. */
  readonly name: string;
  readonly released: CalendarDate | null;
  /** The last day of active support. */
  readonly activeUntil: CalendarDate | null;
  /** The last day of security support. */
  readonly ends: CalendarDate | null;
  /** The last day of extended support, which is bought. */
  readonly extendedUntil: CalendarDate | null;
  /** Whether security support is over; it speaks where no day is known. */
  readonly isOver: boolean;
}
