import type { PublishedFolder } from './folder';

/** Files that name versions of runtimes. */
export const RUNTIMES_FOLDERS: readonly PublishedFolder[] = [];
