/** A change that no caller can notice, and why. */
export interface Equivalent {
  /** How the path ends. */
  readonly file: string;
  /** The piece as it stands. */
  readonly original: string;
  /** What stands there instead; any change of the piece when left out. */
  readonly replacement?: string;
  readonly reason: string;
}
