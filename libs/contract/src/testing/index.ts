export { FixedClock } from './fixed-clock';
export { HOSTILE_TEXTS } from './hostile-texts';
