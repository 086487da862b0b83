import { createChainEvidence, type ChainEvidence } from '@stackcheck/payment-x402';
import type { ChainEndpoint } from '@stackcheck/payment-x402/evidence';
import type { ExpectedTransfer } from '@stackcheck/payment-x402/facilitator';
import type { Mutant } from '../run/mutant';

const isNever = ({ kind }: { readonly kind: string }): boolean => kind === 'never';

/** Wrong conclusions from the chain. */
export const EVIDENCE_MUTANTS: readonly Mutant[] = [
  {
    name: 'no-safe-head',
    bug: 'Unused at the newest head when the window closes counts as never used.',
    breaks: ['I6', 'I20', 'I2'],
    seen: 'ci/887',
    evidence: (endpoints) => {
      const evidence = createChainEvidence(endpoints.map((endpoint) => ({ ...endpoint, safeHead: endpoint.head })));
      // The real margin is four seconds; this one is taken away.
      const unmargined = (transfer: ExpectedTransfer): ExpectedTransfer => ({
        ...transfer,
        validBefore: transfer.validBefore - 4,
      });
      return { find: (transfer, sinceMs) => evidence.find(unmargined(transfer), sinceMs) };
    },
  },
  {
    name: 'released-by-the-clock',
    bug: 'A payment is released when its window is over by the wall clock, without proof.',
    breaks: ['I6', 'I20', 'I2'],
    evidence: (endpoints, clock) => {
      const evidence = createChainEvidence(endpoints);
      return {
        async find(transfer, sinceMs) {
          const finding = await evidence.find(transfer, sinceMs);
          const isOver = clock.now() / 1_000 > transfer.validBefore;
          return finding.kind === 'unproven' && isOver ? { kind: 'never', reason: 'time is up' } : finding;
        },
      };
    },
  },
  {
    name: 'released-on-one-rpc',
    bug: 'One node that knows of no use is enough to release a payment.',
    breaks: ['I6', 'I20', 'I2'],
    seen: 'ci/853',
    evidence: (endpoints) => {
      const each = endpoints.map((endpoint) => createChainEvidence([endpoint]));
      return {
        async find(transfer, sinceMs) {
          const findings = await Promise.all(each.map((evidence) => evidence.find(transfer, sinceMs)));
          return findings.find(isNever) ?? findings.find(({ kind }) => kind === 'paid') ?? findings[0]!;
        },
      };
    },
  },
  {
    name: 'state-is-proof',
    bug: '`authorizationState` is taken as proof of payment, although a cancelled or diverted nonce has it, too.',
    breaks: ['I3', 'I5'],
    evidence: (endpoints) => spentIsPaid(endpoints, createChainEvidence(endpoints)),
  },
  {
    name: 'use-is-proof',
    bug: '`AuthorizationUsed` is taken as proof of payment without looking at the transfer.',
    breaks: ['I3', 'I5'],
    evidence: (endpoints) =>
      createChainEvidence(
        endpoints.map((endpoint) => ({
          ...endpoint,
          findUse: async (transfer, blocks) => {
            const use = await endpoint.findUse(transfer, blocks);
            const { payer, payTo, value } = transfer as ExpectedTransfer;
            return use?.kind === 'used' ? { ...use, transfer: { from: payer, to: payTo, value } } : use;
          },
        })),
      ),
  },
];

function spentIsPaid(endpoints: readonly ChainEndpoint[], evidence: ChainEvidence): ChainEvidence {
  return {
    async find(transfer, sinceMs) {
      for (const endpoint of endpoints) {
        try {
          const { number } = await endpoint.head();
          if (await endpoint.isSpent(transfer, number)) return { kind: 'paid', transaction: `0x${'0'.repeat(64)}` };
        } catch {
          // Another node may answer.
        }
      }
      return evidence.find(transfer, sinceMs);
    },
  };
}
