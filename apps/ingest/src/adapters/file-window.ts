import { readSync } from 'node:fs';

/** Bytes that are read ahead at once. */
const WINDOW_BYTES = 1024 * 1024;

/** Reads a file at any place, quickly where the places follow each other. */
export class FileWindow {
  private readonly window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  private start = 0;
  private filled = 0;

  constructor(private readonly handle: number) {}

  /**
   * So many bytes of the file from a place on, good until the next call; undefined where the file ends before.
   * @param length bytes wanted; memory for them is taken, so the caller bounds it
   */
  view(length: number, position: number): Buffer | undefined {
    if (length > WINDOW_BYTES) {
      const large = Buffer.allocUnsafe(length);
      return readSync(this.handle, large, 0, length, position) === length ? large : undefined;
    }
    if (position < this.start || position + length > this.start + this.filled) {
      this.start = position;
      this.filled = readSync(this.handle, this.window, 0, WINDOW_BYTES, position);
      if (this.filled < length) return undefined;
    }
    return this.window.subarray(position - this.start, position - this.start + length);
  }
}
