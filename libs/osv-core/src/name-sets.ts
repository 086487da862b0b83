export { checkHash, mix, nameHash } from './name-sets/name-hash';
export { NameSetBuilder, type NameSet } from './name-sets/name-set';
export { nearNames } from './name-sets/near-names';
export { normaliseName } from './ecosystem/package-name';
