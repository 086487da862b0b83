import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, errorRow, type Clock } from '@stackcheck/contract';
import { ClientPresence, onceSent, type ClientAddress } from '@stackcheck/payment-http/request';
import type { ProcessorBudget } from '@stackcheck/payment-x402/checks';
import { PREFLIGHT_HEADERS } from '../http/headers';
import { announcesTooMuch, BodyReader, bodyTooLarge } from '../http/read-body';
import { guardAgainstSmuggling } from '../http/request-smuggling-guard';
import { requestIdOf } from '../http/request-id';
import { send } from '../http/send';
import { parseJson } from '../input/parse-json';
import type { AccessLog } from '../operations/access-log';
import type { OverloadGate } from '../operations/overload-gate';
import { JSON_TYPE } from '../sale/render-answer';
import { isForeign } from './allowed-callers';
import { isObject, type Members } from './members';
import type { Reply } from './message';
import type { Protocol } from './protocol';
import { faultOf, type CallRecord } from './tool-calls';
import { MCP_PATH } from './tool-routes';

/** What the endpoint needs of the rest of the service. */
export interface McpEndpointDeps {
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly clientAddress: ClientAddress;
  readonly overload: Pick<OverloadGate, 'takePlace' | 'count' | 'retryAfterSeconds'>;
  readonly budget: Pick<ProcessorBudget, 'begin' | 'waitSeconds' | 'awaitsOthers'>;
  readonly accessLog: AccessLog;
  /** How long a body may take. */
  readonly bodyTimeoutMs: number;
  onUnexpected(error: unknown): void;
}

/** Message, parameters and `_meta` around a payment, which may nest 12 levels deep. */
const DEPTH_MAX = 15;
/** About what a message takes besides the work of its tool. */
const MESSAGE_MS = 0.4;

const METHODS = 'OPTIONS, POST';
const HEADERS_READ = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

type JsonRpcId = string | number | null;

/** `POST /mcp`: everything that has to hold before a message reaches the protocol, and the writing of its reply. */
export class McpEndpoint {
  constructor(private readonly deps: McpEndpointDeps) {}

  /** Whether a request is for it. */
  serves({ url = '' }: IncomingMessage): boolean {
    return url === MCP_PATH || url.startsWith(`${MCP_PATH}?`);
  }

  /** Never rejects because of a request. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const record: CallRecord = { startedMs: this.deps.clock.monotonic() };
    let reply: Reply | undefined;
    response.once('close', () => this.log(request, response, reply, record));
    try {
      if (this.refusedEarly(request, response)) return;
      reply = await this.answer(request, response, record);
      this.write(response, reply);
    } catch (error) {
      const known = faultOf(error, record.sold, this.deps.onUnexpected);
      record.code = known.code;
      if (response.headersSent || response.destroyed) return void response.destroy();
      sendFault(response, known, JSON_RPC_FAULT);
    }
  }

  /** Method, caller and media type: what needs no body. */
  private refusedEarly(request: IncomingMessage, response: ServerResponse): boolean {
    guardAgainstSmuggling(request);
    const { host, origin } = request.headers;
    if (isForeign({ host, origin }, this.deps.baseUrl)) return sendRpcError(response, 403, FOREIGN);
    if (request.method === 'OPTIONS') {
      send(response, 204, { Allow: METHODS, ...PREFLIGHT }, new Uint8Array());
      return true;
    }
    if (request.method !== 'POST') return sendRpcError(response, 405, ONLY_POST, { Allow: METHODS });
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return sendRpcError(response, 415, ONLY_JSON, { Connection: 'close' });
    if (announcesTooMuch(request)) throw bodyTooLarge();
    return false;
  }

  private async answer(request: IncomingMessage, response: ServerResponse, record: CallRecord): Promise<Reply> {
    const { budget, overload, clientAddress } = this.deps;
    const client = clientAddress(request);
    const waitSeconds = budget.waitSeconds(client);
    if (waitSeconds > 0 && !budget.awaitsOthers(client)) {
      overload.count('over_budget');
      throw limited('messages of this client that were not paid for took too much processor time', waitSeconds);
    }
    const work = budget.begin(client);
    work.spend(MESSAGE_MS);
    try {
      const body = await this.read(request, response, client);
      if (!isObject(body)) return rpcError(400, NO_BATCH);
      const presence = new ClientPresence(request, response);
      const caller = { client, record, isGone: () => presence.isGone() };
      const message = { body, headers: headersOf(request), caller };
      if (!isWellFormed(message.body)) return rpcError(400, MALFORMED, idOf(message.body));
      return await this.deps.protocol.answer(message);
    } finally {
      if (record.sold?.mayBeCharged) work.giveBack();
      work.end();
    }
  }

  /** The message, while the client holds a place for its body. */
  private async read(request: IncomingMessage, response: ServerResponse, client: string): Promise<unknown> {
    const { overload, bodyTimeoutMs } = this.deps;
    const reader = new BodyReader(request, response, (bytes) => parseJson(bytes, DEPTH_MAX), bodyTimeoutMs);
    const place = overload.takePlace('body', client, () => reader.giveUp());
    if (place === 'full') throw new ServiceError('paused', { message: 'the service is busy' });
    if (place === 'client_full')
      throw limited('too many requests of this client are under way', overload.retryAfterSeconds());
    try {
      return await reader.json();
    } finally {
      place.leave();
    }
  }

  private write(response: ServerResponse, reply: Reply): void {
    const { status, body, called } = reply;
    const paid = called?.paid;
    const type: Record<string, string> = body.length === 0 ? {} : { 'Content-Type': JSON_TYPE };
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    send(response, status, { ...type, 'Cache-Control': paid ? 'private, no-store' : 'no-store' }, bytes);
    // Only once the answer is on its way: the end of an error in its place must not count as delivered.
    if (paid) onceSent(response, () => void paid.delivered().catch(this.deps.onUnexpected));
    if (reply.release) response.once('finish', () => reply.release?.());
  }

  private log(
    request: IncomingMessage,
    response: ServerResponse,
    reply: Reply | undefined,
    { startedMs, code, payer, sold }: CallRecord,
  ): void {
    const { accessLog, clock } = this.deps;
    const called = reply?.called ?? sold;
    const isPaying = called?.isPaying === true;
    if (!isPaying && !accessLog.everything) return;
    accessLog.record({
      route: called ? `mcp_${called.tool}` : 'mcp',
      kind: isPaying ? 'paid' : code === 'payment_required' ? 'offer' : 'free',
      status: response.writableEnded ? response.statusCode : 0,
      ms: clock.monotonic() - startedMs,
      requestId: requestIdOf(request),
      ...(code === undefined ? {} : { code }),
      ...(payer === undefined ? {} : { payer }),
    });
  }
}

const PREFLIGHT = {
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': `${PREFLIGHT_HEADERS['Access-Control-Allow-Headers']}, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID`,
  'Access-Control-Max-Age': PREFLIGHT_HEADERS['Access-Control-Max-Age'],
} as const;

/** Both forms of an answer are accepted for every client: what is sent is always JSON. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const read: Record<string, string> = { accept: 'application/json, text/event-stream' };
  for (const name of HEADERS_READ) {
    const value = headers[name];
    if (typeof value === 'string') read[name] = value;
  }
  return read;
}

/** What the SDK would search for longer, or answer less clearly. */
function isWellFormed({ jsonrpc, method, id, params }: Members): boolean {
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  const isIdSound = id === undefined || typeof id === 'string' || Number.isInteger(id);
  return isIdSound && (params === undefined || isObject(params));
}

function idOf({ id }: Members): JsonRpcId {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

interface RpcFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The codes of JSON-RPC 2.0; the range of servers for what it has none for. */
const JSON_RPC_FAULT = -32_000;
const FOREIGN: RpcFault = { code: JSON_RPC_FAULT, message: 'This host may not be called under this Host or Origin.' };
const ONLY_POST: RpcFault = {
  code: JSON_RPC_FAULT,
  message: 'Send messages with POST; there are no streams and no sessions.',
};
const ONLY_JSON: RpcFault = { code: JSON_RPC_FAULT, message: 'Send messages as Content-Type: application/json.' };
const NO_BATCH: RpcFault = { code: -32_600, message: 'Send one message, not a batch.' };
const MALFORMED: RpcFault = { code: -32_600, message: 'This is no message of JSON-RPC 2.0.' };

function rpcError(status: number, error: RpcFault, id: JsonRpcId = null): Reply {
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

function sendRpcError(
  response: ServerResponse,
  status: number,
  error: RpcFault,
  headers: Readonly<Record<string, string>> = {},
): true {
  const { body } = rpcError(status, error);
  send(response, status, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...headers }, Buffer.from(body));
  return true;
}

/** An error of the table as one of JSON-RPC, with its code as data. */
function sendFault(response: ServerResponse, { code, message, detail }: ServiceError, rpcCode: number): void {
  const row = errorRow(code);
  const retryAfter = detail.retryAfterSeconds ?? row.retryAfterSeconds;
  const error = {
    code: code === 'bad_request' ? -32_700 : rpcCode,
    message,
    data: { code, next: row.next },
  };
  const wait: Record<string, string> =
    retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) };
  sendRpcError(response, detail.status ?? row.http, error, { ...wait, ...detail.headers });
}

function limited(why: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', { message: `${why}; nothing was charged`, retryAfterSeconds });
}
