export { readImageTable, type ImageTable, type NamedProducts } from './image-table';
export type {
  FloatRow,
  ImageRow,
  ImageTableRow,
  ImageVariant,
  MirrorRow,
  ReleaseRow,
  VendorRow,
  WordRow,
} from './image-table-row';
export {
  KNOWN_FLOATS,
  KNOWN_IMAGES,
  KNOWN_MIRRORS,
  NODE_RELEASES,
  PREFERS_DOT_ZERO,
  SHARED_IMAGES,
  WINDOWS_RELEASES,
  YEARS_DO_NOT_FLOAT,
} from './known-images';
export { image } from './image-row';
export { GENERAL_WORDS, KNOWN_VENDORS, KNOWN_WORDS } from './known-words';
export { listedImage, type ListedImage } from './find-row';
export { wordsOfCycle } from './words-of-cycle';
