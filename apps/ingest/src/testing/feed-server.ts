import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen';

/** Answers one request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An upstream on loopback that answers as it is asked to. */
export interface FeedServer {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** From now on each request gets this answer. */
  answer(answer: Answer): void;
  /** From now on this body, under an ETag that conditional requests are compared with. */
  serve(body: Uint8Array, etag: string): void;
  close(): Promise<void>;
}

/** Starts a feed server on a free port. */
export async function startFeedServer(): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  let current: Answer = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    requests.push(request);
    current(request, response);
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/products-full.json`,
    requests,
    answer: (answer) => {
      current = answer;
    },
    serve: (body, etag) => {
      current = (request, response) => {
        if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
        response.writeHead(200, { etag, 'content-type': 'application/json', 'content-length': body.length }).end(body);
      };
    },
    close,
  };
}
