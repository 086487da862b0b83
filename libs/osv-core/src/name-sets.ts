export { checkHash, mix, nameHash } from './names/name-hash';
export { NameSetBuilder, type NameSet } from './names/name-set';
export { nearNames } from './names/near-names';
export { normaliseName } from './package-name';
