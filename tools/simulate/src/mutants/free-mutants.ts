import type { Mutant } from '../run/mutant';
import { overlaid } from './overlaid';

/** Bugs of nodes that call a payment free which another one may have claimed. */
export const FREE_MUTANTS: readonly Mutant[] = [
  {
    name: 'free-by-a-look',
    bug: 'A payment is called free when no row of it is found.',
    breaks: ['I1', 'I4'],
    nodes: {
      ledger: (ledger) =>
        overlaid(ledger, {
          async callFree({ key }) {
            const row = await ledger.find(key);
            return !row || row.state === 'refused' ? 'free' : 'held';
          },
        }),
    },
  },
];
