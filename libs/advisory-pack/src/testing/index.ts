export { differencesOf } from './differences-of';
export { packOf } from './pack-of';
