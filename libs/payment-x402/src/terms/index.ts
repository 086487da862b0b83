export { type Network, networkNamed, networkOf, NETWORKS } from './networks';
export type { PaymentTerms } from './payment-terms';
export type { PricedRoute } from './priced-route';
