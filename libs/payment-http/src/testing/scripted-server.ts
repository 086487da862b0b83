import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How one request is answered, or not. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** A request as it arrived whole. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback that answers by a script. */
export interface ScriptedServer {
  readonly url: string;
  /** The answer to all further requests. */
  reply: Reply;
  readonly received: Received[];
  connections: number;
  close(): Promise<void>;
}

/** Starts a server whose first answers are empty. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      scripted.received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      scripted.reply(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scripted: ScriptedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reply: raw(200, ''),
    received: [],
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('connection', () => scripted.connections++);
  return scripted;
}

/** Answers JSON. */
export function json(status: number, body: unknown): Reply {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers a text as it is. */
export function raw(status: number, body: string): Reply {
  return (_request, response) => response.writeHead(status).end(body);
}

/** Answers the same in two pieces. */
export function inPieces(body: unknown): Reply {
  return (_request, response) => {
    const text = JSON.stringify(body);
    response.writeHead(200).write(text.slice(0, 20));
    setTimeout(() => response.end(text.slice(20)), 20);
  };
}

/** Never answers. */
export const hang: Reply = () => undefined;

/** Ends the connection without an answer. */
export const cut: Reply = (_request, response) => response.socket?.destroy();

/** Ends the connection in the middle of a good answer. */
export const half: Reply = (_request, response) => {
  response.writeHead(200, { 'content-length': '500' }).write('{"success":true,');
  setTimeout(() => response.socket?.destroy(), 20);
};

/** Never stops answering. */
export const endless: Reply = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
  response.on('close', () => clearInterval(timer));
};
