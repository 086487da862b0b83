import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/server';

/** Requests that were received and not answered yet, but for those that wait for an answer of the client themselves. */
export class OpenRequests {
  private readonly open = new Set<string | number>();
  private readonly asked = new Set<string | number>();
  private ended: (() => void) | undefined;

  /** A message of the client. */
  received(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.open.add(message.id);
    else if (!('method' in message)) this.asked.delete(message.id!);
    else if (message.method === 'notifications/cancelled') this.open.delete(message.params?.['requestId'] as string);
    this.look();
  }

  /** A message to the client that is written. */
  sent(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.asked.add(message.id);
    else if (!('method' in message)) this.open.delete(message.id!);
    this.look();
  }

  /** Resolves once nothing is open that can still be answered. Nothing may be received after it was called. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.ended = resolve;
      this.look();
    });
  }

  private look(): void {
    if (this.open.size <= this.asked.size) this.ended?.();
  }
}
