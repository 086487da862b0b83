export { findProducts, type ProductCatalogue } from './find-products';
export type { ComponentProducts } from './found-products';
