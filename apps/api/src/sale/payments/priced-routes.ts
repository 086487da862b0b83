import { usdToAtomic, type AtomicUsdc } from '@stackcheck/contract';
import type { PaymentTerms, PricedRoute } from '@stackcheck/payment-x402';
import { compileOffer, type CompiledOffer } from '@stackcheck/payment-x402/offer';
import { outline } from './outline';
import type { AnyRoute } from '../../catalogue/define-route';

/** Price of a route in atomic USDC: the catalogue's, unless configuration overrides it. */
export function priceOf(route: AnyRoute, overrides: Readonly<Record<string, AtomicUsdc>>): AtomicUsdc {
  return overrides[route.operationId] ?? (route.price === 'free' ? 0n : usdToAtomic(route.price));
}

/** A route that can be sold, with its offer. */
export interface Priced {
  readonly route: PricedRoute;
  readonly offer: CompiledOffer;
}

/**
 * Every route that can be sold, with its offer compiled once.
 * @param answers a 200 of each route's example, by operation id; its outline goes into the offer
 */
export function priceRoutes(
  routes: readonly AnyRoute[],
  terms: PaymentTerms,
  baseUrl: string,
  overrides: Readonly<Record<string, AtomicUsdc>>,
  answers: Readonly<Record<string, unknown>>,
): ReadonlyMap<AnyRoute, Priced> {
  const sellable = routes.filter((route) => route.price !== 'free' && route.implemented !== false);
  return new Map(
    sellable.map((route): [AnyRoute, Priced] => {
      const priced: PricedRoute = {
        id: route.operationId,
        method: route.method,
        path: route.path,
        price: priceOf(route, overrides),
        description: route.description,
        example: { ...route.example, output: outline(answers[route.operationId]) },
        ...(route.tool ? { tool: route.tool } : {}),
      };
      return [route, { route: priced, offer: compileOffer(priced, terms, baseUrl) }];
    }),
  );
}
