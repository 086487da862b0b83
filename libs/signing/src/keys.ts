export { KeyError } from './key-error';
export { publicJwkOf, type Ed25519PublicJwk } from './ed25519';
export { followKeys, withIntroduced, withSuccessor, type FollowedKeys, type Handover } from './key-life';
export { withKey, withRevoked, type Introduction, type PublishedKey, type RevokedKey } from './key-set';
