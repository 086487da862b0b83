/** Bounds of one file, so that a hostile one ends with a sentence instead of all memory. */
export const FILE_LIMITS = {
  /** Of the file. */
  bytesMax: 64 * 1024 * 1024,
  /** Of nested lists and objects. */
  depthMax: 200,
  /** Packages, images, products, identified components and entries apart, together. */
  entriesMax: 200_000,
  /** Uses of YAML anchors. */
  aliasesMax: 100,
} as const;
