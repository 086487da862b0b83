import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { FeedServer } from '../measure/feed-server';

/** Serves the files of a folder on loopback, in the shape of the public bucket. */
export async function serveFolder(folder: string): Promise<FeedServer> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)));
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': size });
    createReadStream(path, { highWaterMark: 1024 * 1024 }).pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
