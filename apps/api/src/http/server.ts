import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIMITS, ServiceError } from '@stackcheck/contract';
import express from 'express';
import { answerClientError } from './client-error';
import type { Dispatch, RequestContext } from './dispatch';
import { isPage } from './is-page';
import { sendError } from './send';
import { CONNECTIONS } from '../config/connections';
import { Connections } from '../operations/connections';
import type { PageShare } from '../operations/page-share';

/** A request that passed the front, on its way through Express. */
interface FrontedRequest extends IncomingMessage {
  context?: RequestContext;
}

/** What slow clients are granted. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its headers, and to the end of its body. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** The body of a request with a payment, which holds a place meanwhile: 64 KB in it are 13 KB a second. */
  readonly paidBodyTimeoutMs: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
  /** Longer than that of the usual proxies, or they would write into a connection that is being closed. */
  readonly keepAliveTimeoutMs: number;
  /** Connections beyond this are dropped unanswered; room is made before. */
  readonly connectionsMax: number;
  /** Of one client address. */
  readonly connectionsPerClientMax: number;
}

/** Limits for production; tests shorten them. */
export const SERVER_LIMITS: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  paidBodyTimeoutMs: 5_000,
  checkEveryMs: 1_000,
  keepAliveTimeoutMs: 65_000,
  connectionsMax: CONNECTIONS.max,
  connectionsPerClientMax: CONNECTIONS.perClientMax,
};

/** What answers requests of another protocol, whatever their method. */
export interface Mount {
  serves(request: IncomingMessage): boolean;
  /** Never rejects because of a request. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** What the server needs of the rest of the service besides the answers. */
export interface ServerDeps {
  onUnexpected(error: unknown): void;
  /** Receives the first request of each connection. */
  onFirstRequest(request: IncomingMessage): void;
  /** Whether connections from an address are a proxy's. */
  isProxy(address: string): boolean;
  /** Absent where HTTP is all that is spoken. */
  readonly mount?: Mount;
  /** Lets pages wait for sales; absent where they need not. */
  readonly pageShare?: Pick<PageShare, 'serve'>;
}

const ALONE: ServerDeps = { onUnexpected: () => undefined, onFirstRequest: () => undefined, isProxy: () => false };

/**
 * The HTTP server. Requests without a payment are answered by `dispatch.preflight` before Express is entered: most traffic
 * is unpaid probes, and their 402 is made of bytes built at start. Requests with one do not pass through it either: there
 * is nothing in it for them, and its layers cost as much as the checks of a payment. It carries the free pages.
 */
export function buildServer(
  dispatch: Dispatch,
  baseUrl: string,
  limits: ServerLimits = SERVER_LIMITS,
  { onUnexpected, onFirstRequest, isProxy, mount, pageShare }: ServerDeps = ALONE,
): Server {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use((request: FrontedRequest, response) => dispatch.handle(request.context!, request, response));
  // Express would print the fault with its stack and answer in HTML. Four parameters are what makes it an error handler.
  app.use((error: unknown, _request: unknown, response: ServerResponse, _next: unknown) => {
    onUnexpected(error);
    response.destroy();
  });

  const serve = async (response: ServerResponse, answered: Promise<void>): Promise<void> => {
    try {
      await answered;
    } catch (error) {
      onUnexpected(error);
      response.destroy();
    }
  };
  const handle = (request: FrontedRequest, response: ServerResponse): void => {
    if (connections.requested(request.socket, response)) onFirstRequest(request);
    if (mount?.serves(request)) return void serve(response, mount.handle(request, response));
    if (pageShare && isPage(request.url ?? '')) return pageShare.serve(response, () => answer(request, response));
    answer(request, response);
  };
  const answer = (request: FrontedRequest, response: ServerResponse): void => {
    const context = dispatch.preflight(request, response);
    if (!context) return;
    if (context.payment) return void serve(response, dispatch.handle(context, request, response));
    request.context = context;
    // The route is found already; of a target that it cannot parse, Express would make a 404 of its own, in HTML.
    request.url = '/';
    app(request as express.Request, response as express.Response);
  };
  const server = createServer(
    {
      maxHeaderSize: LIMITS.headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      requireHostHeader: false,
      insecureHTTPParser: false,
    },
    handle,
  );
  const { connectionsMax: max, connectionsPerClientMax: perClientMax } = limits;
  const connections = new Connections(server, { max, perClientMax, isProxy });
  // A client may close its side when it has said everything (RFC 9112 section 9.6); Node would then close ours, too.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('checkContinue', handle);
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    sendError(
      response,
      baseUrl,
      new ServiceError('bad_request', { message: 'the Expect header must be 100-continue or absent' }),
    ),
  );
  // Node would hang up on a CONNECT without a word, and hears nothing of its connection any more.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume();
    refuseRest(new Error('CONNECT'), socket);
  });
  server.on('clientError', (error, socket) => refuseRest(error, socket));
  // What follows requests that are still being answered must not be answered in their place, however often it is complained of.
  const ending = new WeakSet<Duplex>();
  const refuseRest = (error: Error, socket: Duplex): void => {
    if (ending.has(socket)) return;
    const pending = connections.pendingOn(socket);
    if (!pending) return answerClientError(baseUrl, error, socket);
    ending.add(socket);
    pending.once('finish', () => socket.end());
  };
  return server;
}
