import { settleOutcome, verifyOutcome } from '@stackcheck/payment-http/facilitators';
import { LIMITS } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { Checker } from '../checks/checker';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { FacilitatorModel, Posted } from '../model/facilitator';
import type { Mutant } from './mutant';

/** The simulated facilitator, its replies read by the service's own classification. */
export function facilitatorPort(
  model: FacilitatorModel,
  parts: { readonly host: Host; readonly life: Life; readonly checker: Checker; readonly mutant: Mutant | undefined },
): Facilitator {
  const { host, life, checker, mutant } = parts;
  return {
    name: 'simulated',
    evidence: 'facilitator',
    health: () => 'ok',
    async verify(request) {
      const posting = await host.call(life, 'facilitator.verify', {
        beforeMs: 1,
        afterMs: ({ afterMs }) => afterMs,
        work: () => {
          checker.verifyLeaves(request);
          return model.verify(request, LIMITS.verifyTimeoutMs);
        },
      });
      const posted = posting.posted();
      const outcome = verifyOutcome(posted, request.expected.payer);
      return mutant?.verifyOutcome?.(outcome, textOf(posted)) ?? outcome;
    },
    async settle(request, timeoutMs = LIMITS.settleTimeoutMs) {
      const { posting, story } = await host.call(life, 'facilitator.settle', {
        beforeMs: 1,
        afterMs: ({ posting: { afterMs } }) => afterMs,
        work: () => {
          const left = checker.settleLeaves(request, life);
          return { posting: model.settle(request, timeoutMs), story: left };
        },
      });
      if (story) checker.settleReturned(story, life);
      const posted = posting.posted();
      const outcome = settleOutcome(posted, request);
      return mutant?.settleOutcome?.(outcome, textOf(posted)) ?? outcome;
    },
  };
}

function textOf(posted: Posted): string | null {
  return posted.kind === 'reply' ? posted.text : null;
}
