import type { Mutant } from '../run/mutant';
import { overlaid } from './overlaid';

/** Bugs of nodes that call a payment free which another one may have claimed. */
export const FREE_MUTANTS: readonly Mutant[] = [
  {
    name: 'free-by-a-look',
    bug: 'A payment is called free when no row of it is found.',
    breaks: ['I1', 'I4'],
    seen: 'ci/1081n3',
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
  {
    name: 'free-words-are-forgotten',
    bug: 'What was called free is forgotten at once.',
    breaks: ['I1', 'I4'],
    seen: 'ci/1821n3',
    nodes: {
      statement: (name, values, model) => {
        if (name !== 'call_free') return undefined;
        const rows = model.execute(name, values);
        model.execute('forget_called_free', [Number.MAX_SAFE_INTEGER]);
        return rows;
      },
    },
  },
];
