import { PAID_TOOLS } from '@stackcheck/mcp-tools';
import fc from 'fast-check';
import { payloadOf, toolPayment } from '../testing/mcp-calls';
import { startStarterApi, type StarterApi } from '../testing/starter-api';
import { exampleArguments, routeOf } from './tool-routes';

const MESSAGES = Number(process.env['MCP_MESSAGES'] ?? (process.env['CAMPAIGN'] === 'full' ? 4_000 : 300));
jest.setTimeout(1_200_000);

let api: StarterApi;
let faults = '';
beforeAll(async () => {
  const env = { LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' };
  api = await startStarterApi({ env, overrides: { log: { write: (line) => void (faults += line) } } });
});
afterAll(() => api.close());

const SOLD: ReadonlySet<string> = new Set(PAID_TOOLS.map(({ name }) => name));
const OWN = 'io.modelcontextprotocol/';
const ENVELOPE = {
  [`${OWN}protocolVersion`]: '2026-07-28',
  [`${OWN}clientInfo`]: { name: 'c', version: '1' },
  [`${OWN}clientCapabilities`]: {},
};

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, '', 'a'.repeat(3_000), '\u0000', '💥', 'constructor'),
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.string({ maxLength: 8 }), scalar, { maxKeys: 4 }),
);

/** Arguments of a tool's example with one member changed, or something else altogether. */
const args = fc.oneof(
  fc.constant({}),
  fc.constant({ tool: 'check_image', arguments: { image: 'node:24' } }),
  ...PAID_TOOLS.map(({ queries }) =>
    fc
      .tuple(fc.constant(exampleArguments(routeOf(queries.at(-1)!).example)), fc.string({ maxLength: 8 }), value)
      .map(([example, name, other]) => ({ ...example, [Object.keys(example)[0] ?? name]: other })),
  ),
  value,
);
const name = fc.oneof(
  fc.constantFrom(...SOLD, 'list_products', 'validate_id', 'quote', 'get_status', 'try_demo', 'list_models'),
  fc.string({ maxLength: 12 }),
);
/** No payment that is good: none signs for what it names. */
const payment = fc.oneof(
  fc.constant(undefined),
  value,
  fc
    .tuple(fc.constantFrom('signature', 'authorization', 'x402Version', 'accepted', 'payload'), value)
    .map(([member, other]) => ({ member, other })),
);

/** A name as a header can carry it. */
const headerText = (text: string): string => encodeURI(text.replace(/[\ud800-\udfff]/g, ''));

test(`${MESSAGES} messages of every kind: none crashes, none is answered unpaid`, async () => {
  const good = payloadOf(toolPayment(api, 'check_image', { image: 'node:24' }, { value: 1n })) as Record<
    string,
    unknown
  >;
  const kinds = { answered: 0, offered: 0, refused: 0 };
  let client = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant('tools/call') },
        {
          weight: 2,
          arbitrary: fc.oneof(
            fc.string({ maxLength: 20 }),
            fc.constantFrom(
              'initialize',
              'ping',
              'tools/list',
              'server/discover',
              'resources/list',
              'logging/setLevel',
              'notifications/cancelled',
            ),
          ),
        },
      ),
      fc.record({ name, args, payment, id: fc.oneof(fc.constant(1), scalar), more: value }),
      async (isModern, method, { name: tool, args: sent, payment: paying, id, more }) => {
        const isChange = typeof paying === 'object' && paying !== null && 'member' in paying;
        const pay = isChange
          ? { ...good, [String(paying.member)]: (paying as unknown as { other: unknown }).other }
          : paying;
        const meta = { ...(isModern ? ENVELOPE : {}), ...(pay === undefined ? {} : { 'x402/payment': pay }) };
        const params = { name: tool, arguments: sent, _meta: meta, ...(method === 'tools/call' ? {} : { more }) };
        const named: Record<string, string> = isModern
          ? { 'Mcp-Method': headerText(method), 'Mcp-Name': headerText(tool) }
          : {};
        client++;
        const response = await fetch(`${api.url}/mcp`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'MCP-Protocol-Version': isModern ? '2026-07-28' : '2025-11-25',
            'X-Forwarded-For': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`,
            ...named,
          },
          body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        });
        const text = await response.text();
        const reply =
          text === '' ? {} : (JSON.parse(text) as { result?: { structuredContent?: Record<string, unknown> } });
        const said = reply.result?.structuredContent;

        expect([200, 202, 400, 404, 429]).toContain(response.status);
        if (SOLD.has(tool)) expect(said ?? {}).not.toHaveProperty('data');
        if (said?.['data'] !== undefined) kinds.answered++;
        else if (said?.['accepts'] !== undefined) kinds.offered++;
        else kinds.refused++;
      },
    ),
    { numRuns: MESSAGES },
  );

  expect(api.facilitator.settleRequests).toHaveLength(0);
  expect(faults).toBe('');
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(0);
  expect((await fetch(`${api.url}/livez`)).status).toBe(200);
});
