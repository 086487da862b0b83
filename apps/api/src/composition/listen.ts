import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiConfig } from '../config/config';

/** Resolves when the server listens. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Where a server that listens is called. */
export function urlOf(server: Server, config: Pick<ApiConfig, 'host'>): string {
  const { port } = server.address() as AddressInfo;
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}
