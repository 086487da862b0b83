export type { ComponentRole, ImagePart, ImageReference, ReferenceFault } from './types';
export { formatReference, fullName, parseReference } from './reference';
export { readImageInput } from './from-line';
export { toParts } from './components';
export { tagRoles, type NamedPart, type TagPiece } from './tag-roles';
