export { type CompiledOffer, compileOffer, type OfferDetail } from './offer';
export type { Offer402 } from './offer-402';
export { offeredResource } from './offered-resource';
export type { PricedTool } from '../terms/priced-route';
