import { request as httpRequest } from 'node:http';
import type { FixedAnswer } from '../children/plain-express';
import type { ChildServer } from '../measure/child-server';
import { payAll, signPayments } from '../measure/paid-load';
import { withPaidServers } from '../measure/paid-servers';
import { rawLoad } from '../measure/raw-load';
import { alternate } from '../measure/rounds';
import { compare, contestsOf } from '../report/compare';
import type { Report } from '../report/table';
import { pagesAndSales } from './pages-and-sales';

const PAGE = '/p/nodejs';
const PAID = '/v1/eol/nodejs';
const GZIP = 'Accept-Encoding: gzip\r\n';
const ROUNDS = 5;
const SECONDS = 1;
const PAYMENTS = 600;
const BUYERS = 10;
const WARM_UP_PAYMENTS = 2_000;

/** One round; `rate` per second and `cpuUs` of the server for each answer. */
interface Sample {
  readonly rate: number;
  readonly cpuUs: number;
}

/**
 * The page of a product, gzipped, against a bare `node:http` that sends the same bytes; then what it takes of the server against a paid call,
 * and what is left of the rate of paid calls when pages are asked for, too.
 */
export async function benchPages({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withPaidServers(async (servers) => {
    const api = await servers.startApi({ env: { LOG_LEVEL: 'silent' } });
    const bare = await servers.start('plain-http', { ANSWER: JSON.stringify(await pageOf(api.url)) });
    const load = (server: ChildServer) => async (): Promise<Sample> => {
      const beforeMs = server.cpuMs() ?? NaN;
      const { requests, requestsPerSecond } = await rawLoad(server.url + PAGE, 200, SECONDS, GZIP);
      return { rate: requestsPerSecond, cpuUs: (((server.cpuMs() ?? NaN) - beforeMs) * 1_000) / requests };
    };
    const pay = async (count = PAYMENTS): Promise<Sample> => {
      const call = { url: api.url + PAID };
      const payments = await signPayments(call, count);
      const beforeMs = api.cpuMs() ?? NaN;
      const rate = await payAll(call, payments, BUYERS);
      return { rate, cpuUs: (((api.cpuMs() ?? NaN) - beforeMs) * 1_000) / count };
    };
    const contenders = [
      { name: PAGE, round: load(api) },
      { name: 'bare node:http, same bytes', round: load(bare) },
      { name: `paid GET ${PAID}`, round: () => pay() },
    ];
    for (const { round } of contenders.slice(0, 2)) await round();
    await pay(WARM_UP_PAYMENTS);
    const samples = await alternate(contenders, rounds);
    const [page, plain] = contestsOf(samples, 'page', ({ rate }) => rate);
    const [pageCpu, plainCpu, paidCpu] = contestsOf(samples, 'processor time', ({ cpuUs }) => cpuUs);
    return {
      title: `Pages (GET ${PAGE} in gzip; median and spread of ${rounds} alternating rounds)`,
      rows: [
        ...compare([page, plain!], { unit: 'pages/s' }),
        ...compare([pageCpu, plainCpu!, paidCpu!], { unit: 'µs each', isCost: true }),
        ...(await pagesAndSales(api, rounds)),
      ],
    };
  });
}

/** The page in the bytes that go over the wire. */
function pageOf(url: string): Promise<FixedAnswer> {
  return new Promise((resolve, reject) => {
    const ask = httpRequest(url + PAGE, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        if (status !== 200 || headers['content-encoding'] !== 'gzip')
          return reject(new Error(`${PAGE} was answered ${status}, ${headers['content-encoding'] ?? 'not coded'}`));
        const kept = Object.entries(headers).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
        const body = Buffer.concat(chunks).toString('base64');
        resolve({ path: PAGE, status, headers: Object.fromEntries(kept) as FixedAnswer['headers'], body });
      });
    });
    ask.on('error', reject).end();
  });
}
