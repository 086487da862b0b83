export { KeyError } from './key-error';
export { publicJwkOf, type Ed25519PublicJwk } from './ed25519';
export { withKey } from './key-set';
