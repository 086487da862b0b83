import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on loopback, on any port where none is given, and answers the URL. */
export async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends it with its connections. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
}
