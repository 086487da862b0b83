import { LocalLocks } from '@stackcheck/payment-x402';
import type { Mutant } from '../run/mutant';

/** Bugs that only several processes over one ledger can have. */
export const FLIGHT_MUTANTS: readonly Mutant[] = [
  {
    name: 'locks-of-its-own',
    bug: 'Each of two processes knows only its own locks.',
    breaks: ['I8', 'I9', 'ledger'],
    processes: 2,
    deps: (deps) => ({ ...deps, locks: new LocalLocks() }),
  },
  {
    name: 'locks-of-the-dead',
    bug: 'What a process worked on stays taken when it has ended.',
    breaks: ['I2', 'I18'],
    processes: 2,
    keepsLocksOfTheDead: true,
  },
];
