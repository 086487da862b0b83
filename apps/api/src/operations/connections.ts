import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientKey } from '@stackcheck/payment-x402/refusals';

/** How many connections are kept open. */
export interface ConnectionLimits {
  /** In all; one more is dropped unanswered. Room is made before it comes to that. */
  readonly max: number;
  /** Of one client: an IPv4 address, or the /64 of an IPv6 one. */
  readonly perClientMax: number;
  /** Whether an address is a proxy's, which brings the connections of many clients. */
  readonly isProxy: (address: string) => boolean;
}

/** One connection, as far as it matters for what may be closed. */
interface Connection {
  readonly socket: Duplex;
  readonly client: string;
  /** When it was last heard of: connections and requests are counted through. */
  lastActivity: number;
  /** The last answer that was begun on it; undefined before its first request. */
  response: ServerResponse | undefined;
  /** Answers of before that were not out when the next request came (pipelining). */
  earlier: ServerResponse[] | undefined;
}

const CONNECTION = Symbol('the connection of a socket');

interface Watched extends Duplex {
  [CONNECTION]?: Connection;
}

const byServer = new WeakMap<Server, Connections>();

/** The part of all connections that is kept free for newcomers, and the part of that which is made free at once. */
const KEPT_FREE = 1 / 20;
const AT_ONCE = 1 / 5;
/** The part of a client's own connections that make room for its next ones. */
const OF_CLIENT_AT_ONCE = 1 / 16;

/**
 * The connections of a server. No client keeps newcomers out by holding connections: when most of all are taken, or all that one
 * client may have, those are closed that have done nothing for longest. Never one whose answer is being made: only such as
 * wait for a request, are still sending one, or do not take an answer that is complete; a paid one can be fetched again.
 */
export class Connections {
  private readonly byClient = new Map<string, Set<Connection>>();
  private count = 0;
  private activity = 0;
  private closed = 0;

  constructor(
    server: Server,
    private readonly limits: ConnectionLimits,
  ) {
    byServer.set(server, this);
    // The last resort, for when nothing may be closed.
    server.maxConnections = limits.max;
    server.on('connection', (socket) => this.add(socket, socket.remoteAddress));
  }

  /** How many are open. */
  get open(): number {
    return this.count;
  }

  /** How many there may be. */
  get max(): number {
    return this.limits.max;
  }

  /** How many were closed to make room, or not let in for want of it. */
  get closedForRoom(): number {
    return this.closed;
  }

  /** A request came. @returns whether it is the first one of its connection */
  requested(socket: Duplex, response: ServerResponse): boolean {
    const connection = (socket as Watched)[CONNECTION];
    if (!connection) return false;
    const last = connection.response;
    const isFirst = last === undefined;
    // Answers go out in the order of their requests: with the last one, all are.
    if (isFirst || last.writableFinished) connection.earlier = undefined;
    else (connection.earlier ??= []).push(last);
    connection.response = response;
    connection.lastActivity = ++this.activity;
    return isFirst;
  }

  /**
   * The last answer that a connection still owes; undefined where it owes none. Answers go out in the order of their requests: with it, all
   * are out. None is owed to a request that was not sent to its end, unless it was answered before that.
   */
  pendingOn(socket: Duplex): ServerResponse | undefined {
    const { response, earlier = [] } = (socket as Watched)[CONNECTION] ?? {};
    if (response && isPending(response)) return response;
    return earlier.findLast(isPending);
  }

  /** Ends the connections that never sent a request, which Node does not count as idle. */
  closeSilent(): void {
    for (const { socket, response } of this.all()) if (!response) socket.destroy();
  }

  private add(socket: Duplex, address = ''): void {
    const client = clientKey(address);
    const connection: Connection = {
      socket,
      client,
      lastActivity: ++this.activity,
      response: undefined,
      earlier: undefined,
    };
    const ofClient = this.byClient.get(client) ?? new Set();
    this.byClient.set(client, ofClient.add(connection));
    this.count++;
    (socket as Watched)[CONNECTION] = connection;
    socket.once('close', () => this.forget(connection));

    const { max, perClientMax, isProxy } = this.limits;
    if (ofClient.size > perClientMax && !isProxy(address)) {
      this.makeRoom(ofClient, Math.ceil(perClientMax * OF_CLIENT_AT_ONCE), connection);
      if (ofClient.size > perClientMax) return this.close(connection);
    }
    const keptFree = Math.floor(max * KEPT_FREE);
    if (this.count > max - keptFree) this.makeRoom(this.all(), Math.ceil(keptFree * AT_ONCE), connection);
  }

  /** Closes some of those that may be closed, in the order of what is lost by it, each kind oldest first. */
  private makeRoom(connections: Iterable<Connection>, count: number, newcomer: Connection): void {
    const closable: { readonly connection: Connection; readonly loss: number }[] = [];
    for (const connection of connections) {
      const loss = lossOf(connection);
      if (loss !== undefined && connection !== newcomer) closable.push({ connection, loss });
    }
    closable.sort((a, b) => a.loss - b.loss || a.connection.lastActivity - b.connection.lastActivity);
    for (const { connection } of closable.slice(0, count)) this.close(connection);
  }

  private close(connection: Connection): void {
    this.closed++;
    this.forget(connection);
    connection.socket.destroy();
  }

  private forget(connection: Connection): void {
    const ofClient = this.byClient.get(connection.client);
    if (!ofClient?.delete(connection)) return;
    this.count--;
    if (ofClient.size === 0) this.byClient.delete(connection.client);
  }

  private *all(): Iterable<Connection> {
    for (const connections of this.byClient.values()) yield* connections;
  }
}

function isPending({ writableFinished, headersSent, req }: ServerResponse): boolean {
  return !writableFinished && (req.complete || headersSent);
}

/** 0: waits for a request; 1: is still sending one; 2: does not take its answer. Undefined: it must not be closed. */
function lossOf({ response, earlier }: Connection): 0 | 1 | 2 | undefined {
  if (earlier?.some(({ writableEnded }) => !writableEnded)) return undefined;
  if (!response || response.writableFinished) return 0;
  if (!response.req.complete && !response.headersSent) return 1;
  return response.writableEnded ? 2 : undefined;
}

/** Ends the connections of a server that never sent a request, which a drain would otherwise wait for. */
export function closeSilentConnections(server: Server): void {
  byServer.get(server)?.closeSilent();
}

/** The connections of a server; undefined where they are not watched. */
export function connectionsOf(server: Server): Connections | undefined {
  return byServer.get(server);
}
