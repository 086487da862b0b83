export { FixedClock } from './fixed-clock';
