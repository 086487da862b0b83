import { addressTopic, AUTHORIZATION_USED, TRANSFER } from '@stackcheck/payment-x402/evidence';
import type { BookTransfer, ReceiptLog, SelfDeps } from '@stackcheck/payment-x402/self';
import { TERMS } from '../model/terms';
import type { Mutant } from '../run/mutant';

/** Wrong ways to settle by oneself. */
export const SELF_MUTANTS: readonly Mutant[] = [
  {
    name: 'broadcast-before-the-book',
    bug: 'A transaction is broadcast first and written into the book afterwards.',
    breaks: ['I23', 'I1', 'I4', 'I20'],
    isSelf: true,
    self: (deps) => ({
      ...deps,
      book: {
        ...deps.book,
        add: async (nonce, transfers, first) => {
          await deps.node.broadcast(first.raw).catch(() => undefined);
          return deps.book.add(nonce, transfers, first);
        },
      },
    }),
  },
  {
    name: 'unconfirmed-is-failure',
    bug: 'A transaction in no block when the time is over is called not sent.',
    breaks: ['I1', 'I4', 'I20'],
    isSelf: true,
    settleOutcome: (outcome) => (outcome.kind === 'pending' ? { kind: 'not_sent', reason: outcome.reason } : outcome),
  },
  {
    name: 'failed-is-refused',
    bug: 'A transfer that failed in its transaction is called refused.',
    breaks: ['I1', 'I4'],
    isSelf: true,
    settleOutcome: (outcome) =>
      outcome.kind === 'unknown' && outcome.reason.includes('failed in its transaction')
        ? { kind: 'refused', code: 'payment_invalid', reason: outcome.reason }
        : outcome,
  },
  {
    name: 'sent-is-settled',
    bug: 'A transaction that a node took counts as one in a block.',
    breaks: ['I3', 'I5', 'I20'],
    isSelf: true,
    self: (deps) => ({
      ...deps,
      node: {
        ...deps.node,
        receipt: async (hash) => {
          const { number } = await deps.node.head();
          const sent = {
            hash,
            block: number,
            blockHash: '0x',
            succeeded: true,
            costWei: 0n,
            logs: await madeUpOf(deps, hash),
          };
          return sent.logs.length > 0 ? sent : deps.node.receipt(hash);
        },
        standing: async () => ({ confirmations: 1, isSafe: false }),
      },
    }),
  },
  {
    name: 'receipt-is-proof',
    bug: 'A transaction in a block counts as payment without a look at its events.',
    breaks: ['I3', 'I5', 'I20'],
    isSelf: true,
    self: (deps) => ({
      ...deps,
      node: {
        ...deps.node,
        receipt: async (hash) => {
          const receipt = await deps.node.receipt(hash);
          return receipt && { ...receipt, logs: await madeUpOf(deps, hash) };
        },
      },
    }),
  },
];

/** The events of a transaction that did all it carries. */
async function madeUpOf({ book }: SelfDeps, hash: string): Promise<readonly ReceiptLog[]> {
  const rows = await book.unfinished();
  const carried = rows.find(({ attempts }) => attempts.some((one) => one.hash === hash))?.transfers ?? [];
  return carried.flatMap(madeUp);
}

function madeUp({ payer, nonce, payTo, value }: BookTransfer, at: number): readonly ReceiptLog[] {
  const address = TERMS.asset.toLowerCase();
  return [
    { address, topics: [AUTHORIZATION_USED, addressTopic(payer), nonce], data: '0x', index: 2 * at },
    {
      address,
      topics: [TRANSFER, addressTopic(payer), addressTopic(payTo)],
      data: `0x${value.toString(16)}`,
      index: 2 * at + 1,
    },
  ];
}
