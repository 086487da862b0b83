import { createServer, request as forward, Agent } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy on loopback. */
export interface ReverseProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts one that names its clients in X-Forwarded-For and passes everything on. */
export async function startReverseProxy(upstream: string): Promise<ReverseProxy> {
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const { method, url, headers, socket } = request;
    const passed = { ...headers, 'x-forwarded-for': socket.remoteAddress };
    const sent = forward({ host: hostname, port, method, path: url, headers: passed, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
