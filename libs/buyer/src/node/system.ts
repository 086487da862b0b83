import { webcrypto } from 'node:crypto';
import { systemClock } from '@stackcheck/contract';
import type { BuyerOptions } from '../buyer';

/** Time and randomness of this machine, for `createBuyer({ ...system, fetch, signer, book })`. */
export const system: Pick<BuyerOptions, 'timing' | 'random'> = {
  timing: {
    clock: systemClock,
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  },
  random: (bytes) => void webcrypto.getRandomValues(bytes),
};
