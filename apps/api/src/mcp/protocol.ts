import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type { Message, Reply, ServerCard } from './message';
import { plainCall, plainReply } from './plain-call';
import { KeptLists, plainList, type PlainList } from './plain-list';
import { ReplyBuffers } from './reply-buffers';
import type { CalledTool, ToolCalls } from './tool-calls';

/** Tools, prices and instructions change with a restart alone, and are the same for everybody. */
const HINT = { ttlMs: 300_000, cacheScope: 'public' } as const;
const CACHE_HINTS = { 'tools/list': HINT, 'server/discover': HINT };

/** A message that is being answered. */
interface Exchange {
  readonly message: Message;
  called?: CalledTool;
}

/**
 * Speaks both eras of the Model Context Protocol over the same tools: each message is answered by a server of its own, which holds
 * nothing between two. The SDK never reads a body, and opens no stream.
 */
export class Protocol {
  private readonly exchanges = new WeakMap<Request, Exchange>();
  private readonly modern: McpHttpHandler;
  private readonly lists = new KeptLists();
  private readonly buffers = new ReplyBuffers();

  constructor(
    private readonly calls: ToolCalls,
    private readonly card: ServerCard,
  ) {
    this.modern = createMcpHandler(({ requestInfo }) => this.serverFor(this.exchanges.get(requestInfo!)!), {
      legacy: 'reject',
      // What changes here changes with a restart; a stream that waits for it would hold a connection for ever.
      maxSubscriptions: 0,
    });
  }

  /** Answers one message. Rejects where the protocol's own code fails. */
  async answer(message: Message): Promise<Reply> {
    const list = plainList(message);
    if (list) return this.answerList(list, message);
    const call = plainCall(message);
    const called = call && (await this.calls.call(call, message.caller));
    if (!call || !called) return this.answerWithSdk(message);
    const body = plainReply(call, called, this.card, this.buffers);
    if (typeof body === 'string') return { status: 200, body, called };
    return { status: 200, body, called, release: () => this.buffers.giveBack(body) };
  }

  /** Tools and prices stand until the next start, so that the SDK lists them once for each revision. */
  private async answerList(list: PlainList, message: Message): Promise<Reply> {
    const kept = this.lists.reply(list);
    if (kept !== undefined) return { status: 200, body: kept };
    const reply = await this.answerWithSdk(message);
    if (reply.status === 200 && typeof reply.body === 'string') this.lists.keep(list, reply.body);
    return reply;
  }

  /** The same of any message, well formed or not; for tests, and for all but the plainest calls. */
  async answerWithSdk(message: Message): Promise<Reply> {
    const request = new Request('http://mcp.invalid/mcp', { method: 'POST', headers: message.headers });
    const exchange: Exchange = { message };
    this.exchanges.set(request, exchange);
    const options = { parsedBody: message.body };
    const isOld = await isLegacyRequest(request, message.body);
    const response = isOld ? await this.answerOld(request, exchange) : await this.modern.fetch(request, options);
    const body = await response.text();
    return { status: response.status, body, ...(exchange.called ? { called: exchange.called } : {}) };
  }

  /** Of the era with `initialize`, answered as JSON and without a session. */
  private async answerOld(request: Request, exchange: Exchange): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = this.serverFor(exchange);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: exchange.message.body });
    } finally {
      void server.close();
    }
  }

  private serverFor(exchange: Exchange): Server {
    const { instructions, ...info } = this.card;
    const server = new Server(info, { capabilities: { tools: {} }, instructions, cacheHints: CACHE_HINTS });
    server.setRequestHandler('tools/list', () => ({ tools: [...this.calls.listings] as never }));
    server.setRequestHandler('tools/call', async () => {
      const { body, caller } = exchange.message;
      // As it was sent: the SDK's own reading of a message may leave out what it does not know.
      const { name, arguments: args, _meta: meta } = body['params'] as Readonly<Record<string, unknown>>;
      const called = await this.calls.call({ name: String(name), args, meta }, caller);
      if (!called) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
      exchange.called = called;
      return called.result as never;
    });
    return server;
  }
}
