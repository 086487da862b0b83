export { ProductCpes, type CpeOwner } from './identifiers/product-cpes';
export { findDistribution, findSystem, systemVersion, type SystemMatch } from './identifiers/find-system';
