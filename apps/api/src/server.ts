import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIMITS, ServiceError } from '@stackcheck/contract';
import express from 'express';
import { answerClientError } from './http/client-error';
import type { Dispatch, Entered } from './http/dispatch';
import { sendError } from './http/send';

/** A request that passed the front, on its way through Express. */
interface FrontedRequest extends IncomingMessage {
  entered?: Entered;
}

/**
 * The HTTP server. Requests without a payment are answered by `dispatch.enter` before Express is entered: most traffic
 * is unpaid probes, and their 402 is made of bytes built at start.
 */
export function buildServer(dispatch: Dispatch, baseUrl: string): Server {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use((request: FrontedRequest, response) => dispatch.serve(request.entered!, request, response));

  const answering = new WeakMap<Duplex, ServerResponse>();
  const handle = (request: FrontedRequest, response: ServerResponse): void => {
    answering.set(request.socket, response);
    const entered = dispatch.enter(request, response);
    if (!entered) return;
    request.entered = entered;
    app(request as express.Request, response as express.Response);
  };
  const server = createServer(
    {
      maxHeaderSize: LIMITS.headerBytesMax,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false,
    },
    handle,
  );
  server.maxRequestsPerSocket = 1_000;
  server.on('checkContinue', handle);
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    sendError(
      response,
      baseUrl,
      new ServiceError('bad_request', { message: 'the Expect header must be 100-continue or absent' }),
    ),
  );
  server.on('clientError', (error, socket) => {
    // What follows a request that is still being answered must not be answered in its place.
    const pending = answering.get(socket);
    if (pending?.req.complete && !pending.writableFinished) pending.once('finish', () => socket.end());
    else answerClientError(baseUrl, error, socket);
  });
  return server;
}
