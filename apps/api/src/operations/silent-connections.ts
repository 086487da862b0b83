import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

const silentOf = new WeakMap<Server, ReadonlySet<Duplex>>();

/**
 * Remembers a server's connections that have not sent a request yet; Node does not count them as idle.
 * @returns to be called with the connection of each request
 */
export function watchSilence(server: Server): (socket: Duplex) => void {
  const silent = new Set<Duplex>();
  silentOf.set(server, silent);
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  return (socket) => void silent.delete(socket);
}

/** Ends the connections that never sent a request, which a drain would otherwise wait for. */
export function closeSilentConnections(server: Server): void {
  for (const socket of silentOf.get(server) ?? []) socket.destroy();
}
