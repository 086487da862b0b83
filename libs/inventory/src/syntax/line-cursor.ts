/** Goes over the lines of a text one by one, without keeping them: a file of 64 MB may have as many lines. */
export class LineCursor {
  /** The current line without what ends it (LF or CR LF). */
  text = '';
  /** Its number, from 1. */
  number = 0;
  private position = 0;

  constructor(private readonly whole: string) {}

  /** Goes to the next line; false where there is none. */
  next(): boolean {
    if (this.position > this.whole.length || this.whole === '') return false;
    const end = this.whole.indexOf('\n', this.position);
    const stop = end === -1 ? this.whole.length : end;
    const isCrLf = end > this.position && this.whole.charCodeAt(end - 1) === 13;
    this.text = this.whole.slice(this.position, isCrLf ? stop - 1 : stop);
    this.number += 1;
    this.position = stop + 1;
    return true;
  }
}
