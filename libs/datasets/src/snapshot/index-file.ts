/** An index file as a snapshot names it. Its name in the folder follows from its digest. */
export interface IndexFile {
  /** Of the file's bytes, lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** The fault of an index file that is not there any more. */
export const MISSING_INDEX = 'its index file is missing';

/** An index file cannot be written or used. The message is a sentence for the operator. */
export class IndexFileError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'IndexFileError';
  }
}
