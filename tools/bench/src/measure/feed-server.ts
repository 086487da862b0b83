import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of one JSON document. */
export interface FeedServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves one JSON file on loopback at every path. */
export function serveFile(file: string): Promise<FeedServer> {
  const body = readFileSync(file);
  return serveBytes(() => body);
}

/** Serves what is made at each request. */
export async function serveBytes(make: () => Uint8Array): Promise<FeedServer> {
  const server = createServer((_request, response) => {
    const body = make();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/products-full.json`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
