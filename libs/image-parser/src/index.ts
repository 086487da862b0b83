export type { ComponentRole, ImagePart, ImageReference, ReferenceFault } from './types';
