import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a test that listens. */
export interface Listening {
  /** Without a slash at its end. */
  readonly url: string;
  /** Ends it and its connections. */
  close(): Promise<void>;
}

/** Lets a server listen on a free port of loopback. */
export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
