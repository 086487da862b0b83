import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from './fault';

/** Goes over the lines of a text one by one, without keeping them. */
export class LineCursor {
  /** The current line without what ends it (LF or CR LF). */
  text = '';
  /** Its number, from 1. */
  number = 0;
  private position = 0;

  /** @throws UnreadableFileError for a text that is too long */
  constructor(private readonly whole: string) {
    if (whole.length > FILE_LIMITS.plainLengthMax) throw tooMany('characters', FILE_LIMITS.plainLengthMax);
  }

  /**
   * Goes to the next line; false where there is none.
   * @throws UnreadableFileError where there are too many
   */
  next(): boolean {
    if (this.position > this.whole.length || this.whole === '') return false;
    const end = this.whole.indexOf('\n', this.position);
    const stop = end === -1 ? this.whole.length : end;
    const isCrLf = end > this.position && this.whole.charCodeAt(end - 1) === 13;
    this.text = this.whole.slice(this.position, isCrLf ? stop - 1 : stop);
    this.number += 1;
    if (this.number > FILE_LIMITS.linesMax) throw tooMany('lines', FILE_LIMITS.linesMax);
    this.position = stop + 1;
    return true;
  }
}
