import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiConfig } from '../config/config';

/** Where a server listens: at an address of its own, or on a socket that another process keeps for it. */
export type ListenAt = { readonly port: number; readonly host: string } | { readonly fd: number };

/** Resolves when the server listens. */
export function listen(server: Server, at: ListenAt): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
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
