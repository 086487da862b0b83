import type { ErrorCode } from '@stackcheck/contract';
import { feedBytes, smallFeed, smallList } from '@stackcheck/datasets/testing';
import { TEST_WALLET, type TestPaymentOptions } from '@stackcheck/payment-x402/testing';
import { defineRoute, type AnyRoute } from '../catalogue/define-route';
import { DataFolder } from './data-folder';
import { rawRequest } from './raw-request';
import { serveRoutes } from './serve-routes';
import type { StarterApi, StarterApiOptions } from './starter-api';

/** How a code is brought about through HTTP. */
export interface Production {
  /** What the service is started with; without it, one that others use, too. */
  readonly start?: StarterApiOptions;
  answer(api: StarterApi): Promise<Response>;
}

const TARGET = '/v1/eol/nodejs';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const REAL = { PAYMENTS_MODE: 'facilitator', FACILITATOR_URL: 'https://facilitator.example', PAY_TO: OTHER };
const WATCH = '/v1/stack/watch';
const IDENTIFIER = 'pay_0123456789abcdef';

const get = (target: string, init?: RequestInit): Production => ({ answer: ({ url }) => fetch(url + target, init) });
const buyProduct = (changes: Partial<TestPaymentOptions>): Production => ({
  answer: (api) => api.buy('service_eol_product', TARGET, undefined, changes),
});
const buyCheck = (items: readonly object[]): Production => ({
  answer: (api) => api.buy('service_eol_check', '/v1/eol/check', post({ items })),
});

const buyWatch = (api: StarterApi, body: object): Promise<Response> =>
  api.buy('service_stack_watch', WATCH, post(body));

/** One production for each code of the error table. */
export const ERROR_PRODUCTIONS: Readonly<Record<ErrorCode, Production>> = {
  headers_too_large: {
    answer: ({ url }) => raw(url, `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`),
  },
  not_found: get('/nowhere'),
  no_match: {
    answer: (api) =>
      api.buy(
        'service_models_cheapest',
        '/v1/models/cheapest',
        post({ tokens: { input: 1 }, constraints: { kind: 'video' } }),
      ),
  },
  method_not_allowed: get('/health', { method: 'PUT' }),
  body_too_large: buyCheck([{ product: 'nodejs', version: 'x'.repeat(65_536) }]),
  // No route of the catalogue answers this any more, so the test brings its own.
  not_implemented: { answer: () => ofRoute({ price: '0.01', implemented: false }) },
  payments_unconfigured: { start: { env: { PAYMENTS_MODE: 'off' } }, ...get(TARGET) },
  paused: { start: { env: { PAUSED: 'true' } }, ...get(TARGET) },
  dataset_unavailable: { start: { publish: false }, ...get(TARGET) },
  stale_data: { start: { env: REAL }, ...get(TARGET) },
  rate_limited: {
    async answer(api) {
      for (let count = 0; count < 5; count++) await send(api, 'broken');
      return send(api, 'broken');
    },
  },
  payment_required: get(TARGET),
  l402_invalid: {
    start: { env: { L402: 'sandbox' } },
    ...get(TARGET, { headers: { Authorization: `L402 AAAA:${'0'.repeat(64)}` } }),
  },
  payment_invalid: { answer: (api) => send(api, 'broken') },
  payment_in_progress: {
    async answer(api) {
      let release!: () => void;
      api.facilitator.pause = new Promise((resolve) => (release = resolve));
      const header = api.payment('service_eol_product', TARGET);
      const first = send(api, header);
      while (api.facilitator.settleRequests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const second = await send(api, header);
      release();
      await (await first).text();
      return second;
    },
    start: {},
  },
  payment_id_conflict: {
    async answer(api) {
      await (await send(api, api.payment('service_eol_product', TARGET, { identifier: IDENTIFIER }))).text();
      return send(api, api.payment('service_eol_product', TARGET, { identifier: IDENTIFIER }));
    },
  },
  payment_replayed: {
    async answer(api) {
      const header = api.payment('service_eol_product', TARGET);
      await (await send(api, header)).text();
      api.clock.advance(300_000);
      return send(api, header);
    },
  },
  payment_wrong_network: buyProduct({ accepted: { network: 'eip155:8453' } }),
  payment_wrong_asset: buyProduct({ accepted: { asset: OTHER } }),
  payment_wrong_payto: buyProduct({ to: OTHER }),
  payment_wrong_resource: buyProduct({ resourceUrl: 'http://127.0.0.1:8402/v1/eol/go' }),
  payment_underpaid: buyProduct({ value: 999n }),
  payment_expired: buyProduct({ validBefore: 1n }),
  payer_blocked: {
    start: { publish: false, env: REAL },
    async answer(api) {
      const folder = new DataFolder(api.dataDir, api.clock);
      await folder.ingest('eol', feedBytes(smallFeed()));
      await folder.ingest('sanctions', smallList([TEST_WALLET.address]));
      await api.refresh();
      return api.buy('service_eol_product', '/v1/eol/php');
    },
  },
  too_many_items: buyCheck(Array.from({ length: 51 }, () => ({ product: 'nodejs', version: '24' }))),
  bad_request: buyCheck([]),
  watch_unavailable: { start: { env: { STACK_WATCH: 'off' } }, ...get(WATCH, { method: 'POST' }) },
  token_invalid: { answer: (api) => buyWatch(api, { token: 'w1.none.AAAA' }) },
  token_expired: {
    async answer(api) {
      const started = await buyWatch(api, { cves: ['CVE-2021-44228'] });
      const { data } = (await started.json()) as { data: { watch: { token: string } } };
      api.clock.advance(180 * 86_400_000);
      return buyWatch(api, { token: data.watch.token });
    },
    start: {},
  },
  snapshot_expired: {
    answer: (api) => api.buy('service_eol_snapshot', '/v1/eol/snapshot?since=eol-20200101T000000Z-00000000'),
  },
  unknown_id: { answer: (api) => api.buy('service_eol_product', '/v1/eol/nodjs') },
  facilitator_unavailable: {
    answer(api) {
      api.facilitator.verifyScript.push({ kind: 'unavailable', reason: 'down' });
      return api.buy('service_eol_product', TARGET);
    },
  },
  settlement_unknown: {
    answer(api) {
      api.facilitator.settleScript.push('lost_before');
      return api.buy('service_eol_product', TARGET);
    },
  },
  internal: {
    answer: () =>
      ofRoute({
        answer() {
          throw new Error('a fault that nobody expected');
        },
      }),
  },
};

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

function send({ url }: StarterApi, header: string): Promise<Response> {
  return fetch(url + TARGET, { headers: { 'PAYMENT-SIGNATURE': header } });
}

async function raw(url: string, bytes: string): Promise<Response> {
  const { status, headers, body } = await rawRequest(url, bytes);
  return new Response(body, { status, headers });
}

async function ofRoute(changes: Partial<AnyRoute>): Promise<Response> {
  const served = await serveRoutes([
    defineRoute({
      method: 'GET',
      path: '/test',
      operationId: 'test',
      tags: [],
      summary: 'A route of a test',
      description: 'A route of a test.',
      price: 'free',
      output: { contentType: 'application/json', schema: {} },
      errors: [],
      example: {},
      answer: () => ({ json: {} }),
      ...changes,
    }),
  ]);
  try {
    const response = await fetch(`${served.url}/test`);
    return new Response(await response.text(), response);
  } finally {
    await served.close();
  }
}
