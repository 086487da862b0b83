import { readSync } from 'node:fs';

/** Bytes that are read ahead at once. */
const WINDOW_BYTES = 1024 * 1024;

/** Reads a file at any place, quickly where the places follow each other. Every result is a copy. */
export class FileWindow {
  private readonly window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  private start = 0;
  private filled = 0;

  constructor(private readonly handle: number) {}

  /** Copies so many bytes of the file from a place on; false where the file ends before. */
  read(target: Uint8Array, length: number, position: number): boolean {
    let done = 0;
    while (done < length) {
      const at = position + done;
      if (at < this.start || at >= this.start + this.filled) this.fill(at);
      if (this.filled === 0) return false;
      const part = this.window.subarray(at - this.start, Math.min(this.filled, at - this.start + length - done));
      target.set(part, done);
      done += part.length;
    }
    return true;
  }

  private fill(position: number): void {
    this.start = position;
    this.filled = readSync(this.handle, this.window, 0, WINDOW_BYTES, position);
  }
}
