import { PassThrough } from 'node:stream';
import type { CommandLine, Ran } from './command-line';

/** Which revision of the protocol messages are of. */
export type Era = '2025-11-25' | '2026-07-28';

/** A message of the server. */
export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What a tool answered. */
export interface Called {
  readonly isError: boolean;
  readonly data: unknown;
  readonly from: unknown;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  /** The whole result. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** A client that speaks to `stackcheck mcp` over its streams, as if to a process. */
export class McpClient {
  /** Every line that was written, parsed; a line that is no JSON fails the test. */
  readonly written: Message[] = [];
  private readonly input = new PassThrough();
  private readonly output = new PassThrough();
  private readonly waiting = new Map<unknown, (message: Message) => void>();
  /** When the command ended. */
  readonly ended: Promise<Ran>;
  private ids = 0;
  private rest = '';

  private constructor(
    line: CommandLine,
    flags: readonly string[],
    private readonly era: Era,
    private readonly capabilities: object,
  ) {
    this.output.setEncoding('utf8').on('data', (text: string) => this.read(text));
    this.ended = line.run(['mcp', ...flags], { messages: { input: this.input, output: this.output } });
  }

  /** Opens a connection as a client of the era does. */
  static async open(
    line: CommandLine,
    flags: readonly string[],
    { era = '2026-07-28', capabilities = {} }: { readonly era?: Era; readonly capabilities?: object } = {},
  ): Promise<McpClient> {
    const client = new McpClient(line, flags, era, capabilities);
    if (era === '2026-07-28') return client;
    const clientInfo = { name: 'test', version: '1' };
    await client.request('initialize', { protocolVersion: era, capabilities, clientInfo });
    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  request(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Message> {
    const id = ++this.ids;
    const answer = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': this.capabilities,
    };
    this.send({
      jsonrpc: '2.0',
      id,
      method,
      params: this.era === '2026-07-28' ? { ...params, _meta: envelope } : params,
    });
    return answer;
  }

  async call(name: string, args: unknown = {}): Promise<Called> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    if (!result) throw new Error(`${name}: ${error?.message}`);
    const said = result['structuredContent'] as Readonly<Record<string, unknown>>;
    return {
      isError: result['isError'] === true,
      data: said['data'],
      from: said['from'],
      error: said['error'] as Called['error'],
      result,
    };
  }

  send(message: unknown): void {
    this.sendLine(JSON.stringify(message));
  }

  sendLine(text: string | Uint8Array): void {
    this.sendBytes(text);
    this.sendBytes('\n');
  }

  sendBytes(bytes: string | Uint8Array): void {
    this.input.write(bytes);
  }

  /** Ends standard input, as a client does that has enough. */
  close(): Promise<Ran> {
    this.input.end();
    return this.ended;
  }

  private read(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      this.written.push(message);
      const waiting = this.waiting.get(message.id);
      if (waiting && message.method === undefined) {
        this.waiting.delete(message.id);
        waiting(message);
      }
    }
  }
}
