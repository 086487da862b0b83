import { setTimeout as sleep } from 'node:timers/promises';
import { PAID_TOOLS } from '@stackcheck/mcp-tools';
import { ask, callTool, toolPayment, type Era, type McpReply } from '../testing/mcp-calls';
import { startStarterApi, TEST_BASE_URL, WORK_TAKES_NO_TIME, type StarterApi } from '../testing/starter-api';
import { openInProcessShop, type InProcessShop } from '../testing/in-process-shop';
import { exampleArguments, routeOf, TOOL_ROUTES } from './tool-routes';

let api: StarterApi;
let shop: InProcessShop;
beforeAll(async () => {
  api = await startStarterApi({ overrides: WORK_TAKES_NO_TIME });
  shop = await openInProcessShop(api);
});
afterAll(async () => {
  await shop.close();
  await api.close();
});

const CHECK = { items: [{ product: 'nodejs', version: '24' }] };
const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];

const codeOf = ({ result }: McpReply): unknown => {
  const error = result?.structuredContent['error'];
  return typeof error === 'string' ? error : (error as { code?: string } | undefined)?.code;
};
const dataOf = ({ result }: McpReply): unknown => result?.structuredContent['data'];

/** Each watch token has a nonce of its own. */
const withoutNonces = (data: unknown): unknown => JSON.parse(JSON.stringify(data).replace(/"w1\.[^"]*"/g, '"token"'));

describe.each(ERAS)('in the era of %s', (era) => {
  it('lists every tool', async () => {
    const { status, result } = await ask(api.url, 'tools/list', {}, { era });
    const tools = result!['tools'] as { name: string; description: string }[];

    expect(status).toBe(200);
    expect(tools).toHaveLength(15);
    expect(tools.find(({ name }) => name === 'check_versions')!.description).toContain(
      'Costs 0.01 USD; errors are not charged.',
    );
  });

  it('offers, sells, and gives the same answer again to the same payment', async () => {
    const offer = await callTool(api.url, 'check_versions', CHECK, { era });
    const payment = toolPayment(api, 'check_versions', CHECK);
    const paid = await callTool(api.url, 'check_versions', CHECK, { era, payment });
    const settled = api.facilitator.settleRequests.length;
    const again = await callTool(api.url, 'check_versions', CHECK, { era, payment });

    expect([offer.status, offer.result!.isError, codeOf(offer)]).toEqual([200, true, 'payment_required']);
    expect(offer.result!.structuredContent).toMatchObject({
      x402Version: 2,
      resource: { url: `${TEST_BASE_URL}/mcp?tool=check_versions` },
      accepts: [{ scheme: 'exact', amount: '10000' }],
      extensions: { bazaar: { info: { input: { type: 'mcp', toolName: 'check_versions' } } } },
    });
    expect(JSON.parse(offer.result!.content[0]!.text)).toEqual(offer.result!.structuredContent);
    expect(dataOf(paid)).toMatchObject({ matched: 1 });
    expect(paid.result!.isError).toBeUndefined();
    expect(JSON.parse(paid.result!.content[0]!.text)).toEqual(paid.result!.structuredContent);
    expect(paid.result!._meta).toMatchObject({ 'x402/payment-response': { success: true } });
    expect(again.result!.content).toEqual(paid.result!.content);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });
});

test('one payment never buys two tools, two inputs or an answer over HTTP', async () => {
  const payment = toolPayment(api, 'check_cves', { cves: ['CVE-2021-44228'] });
  const bought = await callTool(api.url, 'check_cves', { cves: ['cve-2021-44228'] }, { payment });
  const settled = api.facilitator.settleRequests.length;
  const others = [
    await callTool(api.url, 'score_cves', { cves: ['cve-2021-44228'] }, { payment }),
    await callTool(api.url, 'check_cves', { cves: ['CVE-2022-22965'] }, { payment }),
  ];
  const http = await fetch(`${api.url}/v1/kev/check`, {
    method: 'POST',
    headers: { 'PAYMENT-SIGNATURE': payment, 'Content-Type': 'application/json' },
    body: JSON.stringify({ cves: ['CVE-2021-44228'] }),
  });

  expect(bought.result!.isError).toBeUndefined();
  expect(others.map(codeOf)).toEqual(['payment_replayed', 'payment_replayed']);
  expect(http.status).toBe(402);
  expect(api.facilitator.settleRequests).toHaveLength(settled);
});

test('a payment that was signed for one tool and never sent buys no other of the same price', async () => {
  const own = await startStarterApi();
  const args = { cves: ['CVE-2021-44228'] };
  const payment = toolPayment(own, 'check_cves', args);
  const asked = await callTool(own.url, 'score_cves', args, { payment });
  const unnamed = own.payment('service_epss_check', '/mcp');
  const refused = await callTool(own.url, 'score_cves', args, { payment: unnamed });
  const bought = await callTool(own.url, 'check_cves', args, { payment });
  await own.close();

  expect([asked, refused].map(codeOf)).toEqual(['payment_wrong_resource', 'payment_wrong_resource']);
  expect(asked.result!.structuredContent).toMatchObject({
    resource: { url: `${TEST_BASE_URL}/mcp?tool=score_cves` },
    accepts: [{ amount: '5000' }],
  });
  expect(dataOf(bought)).toBeDefined();
});

test('a wrong input costs nothing, and an unpaid call is offered before its input is read', async () => {
  const wrong = { items: [{ product: 'nodejs' }] };
  const payment = toolPayment(api, 'check_versions', wrong);
  const before = (await shop.rows()).length;

  expect(codeOf(await callTool(api.url, 'check_versions', wrong))).toBe('payment_required');
  const refused = await callTool(api.url, 'check_versions', wrong, { payment });

  expect([codeOf(refused), refused.result!.structuredContent['accepts']]).toEqual(['bad_request', undefined]);
  for (const args of [[], 'x', null]) {
    const { error } = await callTool(api.url, 'check_versions', args, { payment });

    expect([args, error?.code]).toEqual([args, -32_602]);
  }
  expect(await shop.rows()).toHaveLength(before);
});

test('a payment that is too small, or none at all, is refused with an offer that says why', async () => {
  const own = await startStarterApi();
  const refusals = [
    await callTool(own.url, 'check_versions', CHECK, {
      payment: toolPayment(own, 'check_versions', CHECK, { value: 1n }),
    }),
    await callTool(own.url, 'check_versions', CHECK, { payment: own.payment('service_eol_check', '/v1/eol/check') }),
    await ask(own.url, 'tools/call', { name: 'check_versions', arguments: CHECK, _meta: { 'x402/payment': 'eyJ9' } }),
  ];
  for (let more = 0; more < 3; more++) {
    const payment = toolPayment(own, 'check_versions', CHECK, { value: 1n });
    refusals.push(await callTool(own.url, 'check_versions', CHECK, { payment }));
  }
  const settled = own.facilitator.settleRequests.length;
  await own.close();
  const codes = ['payment_underpaid', 'payment_wrong_resource', 'payment_invalid', 'payment_underpaid'];

  expect(refusals.map(codeOf)).toEqual([...codes, 'payment_underpaid', 'rate_limited']);
  expect(settled).toBe(0);
  for (const { result } of refusals.slice(0, 5)) {
    expect(result!.structuredContent['accepts']).toHaveLength(1);
    expect(result!.content[1]!.text.length).toBeGreaterThan(10);
  }
  expect(refusals[5]!.result!.structuredContent['accepts']).toBeUndefined();
});

test('a settlement that is not known offers nothing, and the same payment gets the answer later', async () => {
  const own = await startStarterApi();
  try {
    own.facilitator.settleScript.push('lost_after', 'lost_after', 'lost_after');
    const payment = toolPayment(own, 'check_versions', CHECK);
    const unknown = await callTool(own.url, 'check_versions', CHECK, { payment });

    expect(codeOf(unknown)).toBe('settlement_unknown');
    expect(unknown.text).not.toContain('accepts"');
    expect(unknown.text).not.toContain('nothing was charged');
  } finally {
    await own.close();
  }
});

test('a paid tool gives the data that its route gives over HTTP', async () => {
  for (const { tool, query } of TOOL_ROUTES) {
    const route = routeOf(query);
    const args = exampleArguments(route.example);
    const { pathParams = {}, queryParams, body } = route.example;
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParams[name]!);
    const target = path + (queryParams ? `?${new URLSearchParams(queryParams).toString()}` : '');
    const init = body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {};
    const http = await api.buy(route.operationId, target, { method: route.method, ...init });
    const mcp = await callTool(api.url, tool.name, args, { payment: toolPayment(api, tool.name, args) });
    const { data } = (await http.json()) as { data: Record<string, unknown> };

    expect(http.status).toBe(200);
    expect([tool.name, withoutNonces(dataOf(mcp))]).toEqual([tool.name, withoutNonces(data)]);
  }
});

describe('a free tool', () => {
  it.each([
    ['list_products', { query: 'NODE' }, { count: 1, products: [{ product: 'nodejs' }] }],
    ['list_models', { query: 'zzzz' }, { count: 0, models: [] }],
    ['validate_id', { dataset: 'eol', id: 'nodejs@24' }, { valid: true }],
    ['quote', { tool: 'check_versions', arguments: CHECK }, { price_usd: '0.01', accepted: true }],
    ['quote', { tool: 'get_lifecycle' }, { accepted: false, reason: { code: 'bad_request' } }],
    ['get_status', {}, { ready: true, service: 'stackcheck' }],
    ['try_demo', { tool: 'check_image' }, { price_usd: '0.005', answer: { data: expect.anything() } }],
  ])('%s %j', async (name, args, expected) => {
    const { result, text } = await callTool(api.url, name, args);

    expect(result!.isError).toBeUndefined();
    expect(result!.structuredContent['data']).toMatchObject(expected);
    expect(text).not.toContain('accepts"');
  });

  it.each([
    ['list_products', { query: 7 }],
    ['list_products', { part: 'x' }],
    ['validate_id', { dataset: 'none', id: 'x' }],
    ['quote', { tool: 'quote' }],
    ['try_demo', {}],
  ])('%s refuses %j', async (name, args) => {
    expect(codeOf(await callTool(api.url, name, args))).toBe('bad_request');
  });
});

test('every paid tool has a demo that its own tool would accept', async () => {
  for (const { name } of PAID_TOOLS) {
    const demo = dataOf(await callTool(api.url, 'try_demo', { tool: name })) as Record<string, unknown>;
    const quote = await callTool(api.url, 'quote', { tool: name, arguments: demo['arguments'] });

    expect([name, dataOf(quote)]).toMatchObject([name, { accepted: true }]);
  }
});

test('a tool that is not known is an error of the protocol', async () => {
  for (const era of ERAS) {
    const { error } = await callTool(api.url, 'toString', {}, { era });

    expect(error?.code).toBe(-32_602);
  }
});

test('a paid answer is delivered when its last byte is out', async () => {
  const payment = toolPayment(api, 'check_image', { image: 'node:24' });
  await callTool(api.url, 'check_image', { image: 'node:24' }, { payment });
  for (let tries = 0; tries < 100 && (await shop.rows()).some(({ deliveredAt }) => deliveredAt === null); tries++)
    await sleep(10);

  const row = (await shop.rows()).find(({ routeId }) => routeId === 'service_eol_image');

  expect(row).toMatchObject({ state: 'settled' });
  expect(row!.deliveredAt).not.toBeNull();
});
