export { ProductCpes, type CpeOwner } from './cpes/product-cpes';
export { findDistribution, findSystem, systemVersion, type SystemMatch } from './systems/find-system';
