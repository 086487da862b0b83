import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ClientCapabilities,
  type JSONRPCMessage,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Messages } from '../terminal/streams';
import type { CallContext } from './approvals';
import type { McpHost } from './host';
import { MessageLines } from './message-lines';
import { OpenRequests } from './open-requests';
import { withoutKeys } from './results';
import { ToolCalls } from './tool-calls';

/**
 * Speaks the Model Context Protocol in both eras, a message a line, until its input ends and what was asked before is answered. Loaded by `stackcheck mcp` alone: all that
 * is imported here is in a file of its own of the package, so that no other command waits for it.
 */
export function serveMcp(host: McpHost, { input, output }: Messages): Promise<void> {
  const calls = new ToolCalls(host);
  const requests = new OpenRequests();
  const lines = new MessageLines({
    output,
    received: (message) => requests.received(message),
    settled: () => requests.settled(),
  });
  const transport = new Wire(lines, output, requests);
  input.on('error', (error) => lines.destroy(error)).pipe(lines);
  return new Promise((resolve) => {
    serveStdio(() => serverOf(calls, host), {
      transport,
      maxSubscriptions: 0,
      onerror: (error) => host.note(`stackcheck mcp: ${brief(error.message)}`),
    });
    // At the end of the input, after a fault of the output, or after a message without end.
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      input.unpipe(lines).pause();
      resolve();
    };
  });
}

/** Reports what is written, so that the end of the input waits for answers that are under way: one may be paid for. */
class Wire extends StdioServerTransport {
  constructor(
    lines: MessageLines,
    output: Messages['output'],
    private readonly requests: OpenRequests,
  ) {
    super(lines, output);
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      this.requests.sent(message);
    }
  }
}

const CHARS_MAX = 200;

/** What was wrong with a message, on one line. */
function brief(text: string): string {
  const line = withoutKeys(text).replace(/\s+/g, ' ').trim();
  return line.length > CHARS_MAX ? `${line.slice(0, CHARS_MAX)}…` : line;
}

const INSTRUCTIONS =
  'Reads and checks projects on this machine, and answers about versions, images, packages and CVE ids from local snapshots, or from the service within the caps of this server. `from` of each answer says where it came from and what was paid.';

/** What a person answers is held to what was asked where it is used (`Approvals`): nothing but a plain yes counts. */
const UNVALIDATED: jsonSchemaValidator = {
  getValidator<Value>(): JsonSchemaValidator<Value> {
    return (answer) => ({ valid: true, data: answer as Value, errorMessage: undefined });
  },
};

function serverOf(calls: ToolCalls, host: McpHost): Server {
  const info = { name: 'stackcheck', title: 'stackcheck', version: host.version };
  const jsonSchemaValidator = UNVALIDATED;
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator });
  server.setRequestHandler('tools/list', () => ({ tools: [...calls.listings] as never }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const result = await calls.call(params.name, params.arguments, contextOf(server, context));
    if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
    return result as never;
  });
  return server;
}

/** Capabilities come with each request in the newer era, and once in the older one. */
function contextOf(server: Server, { mcpReq }: ServerContext): CallContext {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const declared = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    ClientCapabilities | undefined;
  return {
    canAsk: declared?.elicitation !== undefined,
    responses: mcpReq.inputResponses,
    state: mcpReq.requestState<unknown>(),
    signal: mcpReq.signal,
  };
}
