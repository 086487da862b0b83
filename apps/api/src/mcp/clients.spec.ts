import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ToolResult } from '@stackcheck/mcp-tools';
import { payloadOf, toolPayment } from '../testing/mcp-calls';
import { startStarterApi, WORK_TAKES_NO_TIME, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
beforeAll(async () => {
  api = await startStarterApi({ overrides: WORK_TAKES_NO_TIME });
});
afterAll(() => api.close());

/** What the tests do with a client, whichever it is. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: object): Promise<unknown>;
  close(): Promise<void>;
}

const INFO = { name: 'test', version: '1' };

const CLIENTS: readonly (readonly [string, () => Promise<AnyClient>])[] = [
  [
    'SDK 1',
    async () => {
      const client = new OldClient(INFO);
      await client.connect(new OldTransport(new URL(`${api.url}/mcp`)) as never);
      return client as unknown as AnyClient;
    },
  ],
  ...(['legacy', { pin: '2026-07-28' }] as const).map(
    (mode) =>
      [
        `SDK 2, ${JSON.stringify(mode)}`,
        async () => {
          const client = new NewClient(INFO, { versionNegotiation: { mode } });
          await client.connect(new NewTransport(new URL(`${api.url}/mcp`)));
          return client as unknown as AnyClient;
        },
      ] as const,
  ),
];

test.each(CLIENTS)('%s lists, is offered, pays and reads', async (_name, connect) => {
  const client = await connect();
  const args = { cves: ['CVE-2021-44228'] };
  const { tools } = await client.listTools();
  const offer = (await client.callTool({ name: 'check_cves', arguments: args })) as ToolResult;
  const _meta = { 'x402/payment': payloadOf(toolPayment(api, 'check_cves', args)) };
  const paid = (await client.callTool({ name: 'check_cves', arguments: args, _meta })) as ToolResult;
  const refused = (await client.callTool({ name: 'check_cves', arguments: {}, _meta })) as ToolResult;
  const free = (await client.callTool({ name: 'quote', arguments: { tool: 'check_cves' } })) as ToolResult;
  await client.close();

  expect(tools).toHaveLength(15);
  expect(offer).toMatchObject({ isError: true, structuredContent: { x402Version: 2, error: 'payment_required' } });
  expect(paid.structuredContent).toMatchObject({ data: { results: expect.any(Array) } });
  expect(paid._meta).toMatchObject({ 'x402/payment-response': { success: true } });
  expect(refused.isError).toBe(true);
  expect(free.structuredContent).toMatchObject({ data: { price_usd: '0.005' } });
});
