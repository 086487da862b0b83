/** Bounds of one file, so that a hostile one ends with a sentence instead of all memory. */
export const FILE_LIMITS = {
  /** Of the file. */
  bytesMax: 64 * 1024 * 1024,
  /** Of a text in YAML, in UTF-16 code units: its parser takes ten times as long as that of JSON. */
  yamlLengthMax: 16 * 1024 * 1024,
  /** Of a text in TOML, in UTF-16 code units. */
  tomlLengthMax: 8 * 1024 * 1024,
  /** Of a text that is read by lines, as XML or as JSON with comments, in UTF-16 code units: what is real has a hundredth of it. */
  plainLengthMax: 16 * 1024 * 1024,
  /** Of a text that people write by hand (Dockerfile, .nvmrc), in UTF-16 code units. */
  byHandLengthMax: 1024 * 1024,
  /** Of a text that says a version in each line (.nvmrc, .tool-versions), in UTF-16 code units. */
  versionsLengthMax: 64 * 1024,
  /** Of nested lists and objects. */
  depthMax: 200,
  /** Values of a JSON text, as far as its punctuation shows them. */
  jsonValuesMax: 2_000_000,
  /** Values of a YAML or TOML text, as far as its punctuation shows them: their parsers take more memory for each. */
  valuesMax: 400_000,
  /** Of these values of a YAML text: so many in any case, and one for each further so many UTF-16 code units. What is real has one for fifteen. */
  denseValuesMax: 100_000,
  lengthOfValueMin: 8,
  /** Comments, and commas before closing brackets, of a JSON text that may have them. */
  jsonGapsMax: 1_000_000,
  /** Documents of a YAML text. */
  documentsMax: 10_000,
  /** Lines of a text that is read line by line. */
  linesMax: 500_000,
  /** Packages, images, products, identified components and entries apart, together. */
  entriesMax: 200_000,
  /** Problems; there is little use in more. */
  problemsMax: 1_000,
  /** Other files that one names. */
  referencesMax: 1_000,
  /** Uses of YAML anchors. */
  aliasesMax: 100,
} as const;
