import { openConnections, statusOf, type KeptConnection } from '../measure/kept-connection';
import { bytesOf, payAll, sendAll, signPayments, type PaidCall } from '../measure/paid-load';
import { withPaidServers } from '../measure/paid-servers';
import { alternate, percentile } from '../measure/rounds';
import type { ChildServer } from '../measure/child-server';
import { compare, contestsOf } from '../report/compare';
import { figure, type Report, type Row } from '../report/table';

const ROUNDS = 5;
const BUYERS = 10;
const PAYMENTS = 800;
const WARM_UP_CALLS = 3_000;
const UNPAID_CALLS = 1_000;

/** A question over HTTP, and the tool that asks the same. */
interface Twins {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
  readonly tool: string;
  readonly args: object;
}

const ITEMS = Array.from({ length: 50 }, (_, at) => ({
  product: ['nodejs', 'python', 'postgresql', 'ubuntu', 'go'][at % 5],
  version: ['24', '3.12', '17', '24.04', '1.25'][at % 5],
}));

const QUESTIONS: readonly Twins[] = [
  { name: 'product', path: '/v1/eol/nodejs', tool: 'get_lifecycle', args: { product: 'nodejs' } },
  {
    name: 'batch of 50',
    path: '/v1/eol/check',
    body: JSON.stringify({ items: ITEMS }),
    tool: 'check_versions',
    args: { items: ITEMS },
  },
];

/**
 * Processor time of a paid call of a tool against that of its HTTP twin, at one API with one facilitator; then how long the list of
 * tools and an unpaid call take on one connection.
 */
export async function benchMcp({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withPaidServers(async (servers) => {
    const api = await servers.startApi({ env: { LOG_LEVEL: 'silent' } });
    const rows: Row[] = [];
    for (const twins of QUESTIONS) {
      const contenders = [
        { name: 'tool', round: (count = PAYMENTS) => measured(api, count, () => payTools(api, twins, count)) },
        { name: 'route', round: (count = PAYMENTS) => measured(api, count, () => payRoute(api, twins, count)) },
      ];
      for (const { round } of contenders) await round(WARM_UP_CALLS);
      const samples = await alternate(
        contenders.map(({ name, round }) => ({ name, round: () => round() })),
        rounds,
      );
      const contests = contestsOf(samples, `${twins.name}, ${BUYERS} at once, processor time`, (cpuUs) => cpuUs);
      rows.push(...compare(contests, { unit: 'µs each', isCost: true }));
    }
    rows.push(await unpaid(api, 'tools/list', {}));
    rows.push(await unpaid(api, 'tools/call', { name: 'check_versions', arguments: { items: ITEMS } }));
    return { title: `Tools of the Model Context Protocol (${rounds} alternating rounds)`, rows };
  });
}

/** Microseconds of the server's processor time for each of so many calls; what was signed before does not count. */
async function measured(
  api: ChildServer,
  count: number,
  prepare: () => Promise<() => Promise<unknown>>,
): Promise<number> {
  const run = await prepare();
  const before = api.cpuMs() ?? NaN;
  await run();
  return (((api.cpuMs() ?? NaN) - before) * 1_000) / count;
}

async function payRoute(api: ChildServer, { path, body }: Twins, count: number): Promise<() => Promise<unknown>> {
  const call: PaidCall = { url: api.url + path, ...(body === undefined ? {} : { body }) };
  const payments = await signPayments(call, count);
  return () => payAll(call, payments, BUYERS);
}

/** The resource is what differs, and it is not signed. */
async function payTools(
  api: ChildServer,
  { path, body, tool, args }: Twins,
  count: number,
): Promise<() => Promise<unknown>> {
  const call: PaidCall = { url: api.url + path, ...(body === undefined ? {} : { body }) };
  const resource = { url: `http://127.0.0.1:8402/mcp?tool=${tool}` };
  const requests = (await signPayments(call, count)).map((payment) => {
    const payload = JSON.parse(Buffer.from(payment, 'base64').toString('utf8')) as object;
    return messageOf(api, 'tools/call', {
      name: tool,
      arguments: args,
      _meta: { 'x402/payment': { ...payload, resource } },
    });
  });
  // Every call of a tool is answered 200; what was bought is nobody else's.
  return () => sendAll(api.url, requests, BUYERS, (head) => statusOf(head) === 200 && /private/.test(head));
}

function messageOf({ url }: ChildServer, method: string, params: object): Uint8Array {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return bytesOf({ url: `${url}/mcp`, body }, { 'MCP-Protocol-Version': '2025-11-25' });
}

async function unpaid(api: ChildServer, method: string, params: object): Promise<Row> {
  const request = messageOf(api, method, params);
  const [connection] = (await openConnections(api.url, 1)) as [KeptConnection];
  const tookMs: number[] = [];
  for (let calls = 0; calls < UNPAID_CALLS; calls++) {
    const startedAt = performance.now();
    const head = await connection.ask(request);
    if (statusOf(head) !== 200) throw new Error(`${method} was answered\n${head}`);
    tookMs.push(performance.now() - startedAt);
  }
  connection.close();
  const [p50, p99] = [percentile(tookMs, 50), percentile(tookMs, 99)];
  return {
    what: `${method}, unpaid`,
    value: `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`,
    ratio: '',
    measured: { unit: 'ms (p50, p99)', values: [p50, p99] },
  };
}
