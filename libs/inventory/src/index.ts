export { FORMATS } from './formats';
export { FILE_LIMITS } from './entries/limits';
export { formatNamed, formatOf, readFile, type FileInventory, type InputFile } from './read-file';
export type {
  ApartEntry,
  ApartReason,
  Entries,
  IdentifiedEntry,
  ImageEntry,
  PackageEntry,
  Problem,
  ProductEntry,
} from './entries/entry';
export type { Format } from './entries/format';
