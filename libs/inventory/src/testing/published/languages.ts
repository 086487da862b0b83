import type { PublishedFolder } from './folder';

/** Lockfiles of other languages. */
export const LANGUAGES_FOLDERS: readonly PublishedFolder[] = [];
