import type { PublishedFolder } from './folder';

/** Lockfiles of Python. */
export const PYTHON_FOLDERS: readonly PublishedFolder[] = [];
