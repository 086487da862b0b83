import type { L402Event } from '@stackcheck/payment-l402';
import type { GateEvent } from '@stackcheck/payment-x402/settle';
import type { Metrics } from './metrics';

/** What the events do not say of a sale. */
export interface SaleFacts {
  /** Of payments by x402, e.g. `eip155:8453`. */
  readonly network: string;
  /** Today's price of a route in USD; 0 where it is not sold. */
  usdOf(routeId: string): number;
}

type AnyEvent = GateEvent | L402Event;

/** Hands the gates' events on, and counts those that say that money moved. */
export function countSettlements(
  log: (event: AnyEvent) => void,
  metrics: Pick<Metrics, 'settled'>,
  { network, usdOf }: SaleFacts,
): (event: AnyEvent) => void {
  return (reported) => {
    log(reported);
    const { event, routeId } = reported;
    if (routeId === undefined) return;
    if (event === 'payment_settled' || event === 'settlement_resolved')
      metrics.settled(routeId, network, usdOf(routeId));
    else if (event === 'l402_paid') metrics.settled(routeId, 'lightning', usdOf(routeId));
  };
}
