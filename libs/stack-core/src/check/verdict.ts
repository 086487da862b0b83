import type { Level, Reason } from './reason';

/** One word on a stack. `pass` is said only when nothing speaks against it and nothing is in doubt; it may have infos. */
export type StackVerdict = 'pass' | 'warn' | 'unknown' | 'fail';

/** The level of the worst reason, of reasons worst first; without one, or with infos alone, `pass`. */
export function verdictOf([worst]: readonly Reason[]): StackVerdict {
  const level: Level = worst?.level ?? 'info';
  return level === 'info' ? 'pass' : level;
}
