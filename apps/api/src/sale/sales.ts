import type { Clock } from '@stackcheck/contract';
import type { Offer402 } from '@stackcheck/payment-x402/offer';
import type { AnyRoute } from '../catalogue/define-route';
import type { Target } from '../input/target';
import type { Call, OpenCall } from './call';
import { Checkout, type CheckoutDeps } from './checkout';
import type { Priced } from './payments/priced-routes';
import { isReady, pinReady } from './readiness';
import type { Sale } from './sale';
import type { ReadinessSources } from './sellable';
import { beforeSettling } from './unexpected-faults';

/** What selling needs of the rest of the service. */
export interface SalesDeps extends CheckoutDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly readiness: ReadinessSources;
  readonly priced: ReadonlyMap<AnyRoute, Priced>;
}

/** Sells answers, whatever transport a request comes by. Nothing is settled before the whole answer exists. */
export class Sales {
  private readonly checkout: Checkout;

  constructor(private readonly deps: SalesDeps) {
    this.checkout = new Checkout(deps);
  }

  /** Whether a route can be answered now. */
  isReady(route: AnyRoute): boolean {
    return isReady(route, this.deps.readiness);
  }

  /**
   * Decides, before anything else of the request is looked at, what it is answered from.
   * @throws ServiceError as `pinReady`
   */
  open(route: AnyRoute, target: Target): OpenCall {
    const { readiness, clock, priced, baseUrl } = this.deps;
    const pins = pinReady(route, readiness);
    const resource = resourceOf(baseUrl, target);
    return { route, target, resource, pins, nowMs: clock.now(), priced: priced.get(route) };
  }

  /** What a call without a payment is answered with. */
  offer({ priced, resource }: OpenCall): Offer402 {
    return priced!.offer.render(resource);
  }

  /** Sells the answer to a call of a paid route. Never rejects: an unexpected fault is refused as `internal`. */
  async sell(call: Call): Promise<Sale> {
    if (call.payment === undefined) return { kind: 'offer', offer: this.offer(call) };
    try {
      return await this.checkout.buy(call, call.payment);
    } catch (error) {
      return { kind: 'refused', error: beforeSettling(error, this.deps.onUnexpected) };
    }
  }
}

/** From configuration and the request line only, never from Host or forwarded headers. */
function resourceOf(baseUrl: string, { path, query }: Target): string {
  return baseUrl + path + (query === null ? '' : `?${query}`);
}
