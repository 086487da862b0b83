/** Room for the reply to a batch of fifty items, with reserve. */
const BYTES = 256 * 1024;
const KEPT_MAX = 16;

/**
 * Buffers into which replies are written, kept and used again. A new buffer for each reply costs more than filling it: the system clears its
 * memory, and the collector has to find it again.
 */
export class ReplyBuffers {
  private readonly kept: Buffer[] = [];

  /** A buffer of at least so many bytes, with old content in it. */
  take(bytes: number): Buffer {
    if (bytes > BYTES) return Buffer.allocUnsafeSlow(bytes);
    return this.kept.pop() ?? Buffer.allocUnsafeSlow(BYTES);
  }

  /** Takes back a buffer, or a view of it. Only after its last byte was handed to the system; a reply that was not sent is never given back. */
  giveBack({ buffer }: Uint8Array): void {
    if (buffer.byteLength === BYTES && this.kept.length < KEPT_MAX) this.kept.push(Buffer.from(buffer));
  }
}
