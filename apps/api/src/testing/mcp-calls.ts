import type { ToolResult } from '@stackcheck/mcp-tools';
import type { StarterApi } from './starter-api';
import { TOOL_ROUTES } from '../mcp/tool-routes';

/** What a message was answered with. */
export interface McpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly result?: ToolResult & Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Which revision a message is of. */
export type Era = '2025-11-25' | '2026-07-28';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends one request as any client of the era would. */
export async function ask(
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { era = '2025-11-25', headers = {} }: { readonly era?: Era; readonly headers?: Record<string, string> } = {},
): Promise<McpReply> {
  const isNew = era === '2026-07-28';
  const meta = isNew ? { ...ENVELOPE, ...(params['_meta'] as object) } : params['_meta'];
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, ...(meta === undefined ? {} : { _meta: meta }) } };
  const named: Record<string, string> = isNew ? { 'Mcp-Method': method } : {};
  if (isNew && typeof params['name'] === 'string') named['Mcp-Name'] = params['name'];
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': era,
      ...named,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, ...(text === '' ? {} : JSON.parse(text)) };
}

/** Calls a tool, with a payment as a header would carry it where one is given. */
export function callTool(
  url: string,
  name: string,
  args: unknown,
  { payment, era }: { readonly payment?: string; readonly era?: Era } = {},
): Promise<McpReply> {
  const meta = payment === undefined ? {} : { _meta: { 'x402/payment': payloadOf(payment) } };
  return ask(url, 'tools/call', { name, arguments: args, ...meta }, era === undefined ? {} : { era });
}

/** The payment that a header holds. */
export function payloadOf(header: string): object {
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as object;
}

/** A payment for a tool, good unless changed. */
export function toolPayment(
  api: StarterApi,
  name: string,
  args: Readonly<Record<string, unknown>>,
  changes: Parameters<StarterApi['payment']>[2] = {},
): string {
  const { route } = TOOL_ROUTES.find(({ tool, query }) => tool.name === name && tool.queryOf(args) === query)!;
  return api.payment(route.operationId, `/mcp?tool=${name}`, changes);
}
