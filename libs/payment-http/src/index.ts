export type { ShopRequest } from './shop/asked-for';
export { openShop, type Shop } from './shop/open-shop';
export type { PaidOffer } from './shop/paid-offer';
export type { Handler } from './shop/paid-route';
export { ShopError, type ShopOptions } from './shop/shop-options';
