import type { PublishedFolder } from './folder';

/** Documents in CycloneDX and SPDX. */
export const SBOM_FOLDERS: readonly PublishedFolder[] = [];
