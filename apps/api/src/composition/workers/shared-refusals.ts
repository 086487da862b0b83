import type { RefusalLimit } from '@stackcheck/payment-x402/refusals';
import type { CountedRefusal } from './messages';

/** The refusals of all workers, counted by each of them. */
export interface SharedRefusals {
  /** Stands around a worker's own limit. */
  wrap(limit: RefusalLimit): RefusalLimit;
  /** Another worker refused a payment. */
  onMessage(refusal: CountedRefusal): void;
}

/**
 * A client's connections may reach any worker, so that each must know what the others refused. It hears of it a moment later, and
 * a burst may get a few more refusals than five; each costs the client a request that bought nothing.
 */
export function shareRefusals(tell: (refusal: CountedRefusal) => void): SharedRefusals {
  let own: RefusalLimit | undefined;
  return {
    wrap(limit) {
      own = limit;
      return {
        clientWaitSeconds: (client) => limit.clientWaitSeconds(client),
        refusalsLeft: (client) => limit.refusalsLeft(client),
        payerWaitSeconds: (payer) => limit.payerWaitSeconds(payer),
        count(client, payer) {
          limit.count(client, payer);
          tell({ client, payer });
        },
      };
    },
    onMessage: ({ client, payer }) => own?.count(client, payer),
  };
}
