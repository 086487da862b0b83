export type { CycleStatus, EolCycle } from './eol-cycle';
export type { CalendarDate, Cycle, LatestVersion, Product } from './product';
