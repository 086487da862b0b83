import type { ServerResponse } from 'node:http';

/**
 * Calls `then` once the kernel has taken the last byte of a response, and never where the connection broke before: Node emits
 * `finish` in that case, too, and where the write itself met the reset, it does so before it destroys the socket.
 */
export function onceSent(response: ServerResponse, then: () => void): void {
  // The response lets go of its socket when it ends, and one that waits behind another has none yet.
  const { socket } = response.req;
  response.once('finish', () => {
    if (!socket.destroyed && !socket.errored) then();
  });
}
