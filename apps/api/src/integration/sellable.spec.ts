import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import request from 'supertest';
import { ROUTES } from '../composition/routes';
import { DataFolder } from '../testing/data-folder';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const REAL_MONEY = {
  PAYMENTS_MODE: 'facilitator',
  FACILITATOR_URL: 'https://facilitator.example',
  PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
};
const PAID = ROUTES.filter((route) => route.price !== 'free' && route.implemented !== false);

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ env: REAL_MONEY });
});
afterAll(() => api.close());

const unpaid = (method: 'GET' | 'POST', target: string) => request(api.url)[method === 'GET' ? 'get' : 'post'](target);

const targetOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'nodejs');

test.each(PAID)('$method $path: the starter is never sold for real money', async ({ method, path, operationId }) => {
  const target = targetOf(path);

  await expectError(await unpaid(method, target), 'stale_data');
  await expectError(await api.buy(operationId, target, { method }), 'stale_data');
});

describe('with one dataset ingested, next to starters of the others', () => {
  beforeAll(async () => {
    const outcome = await new DataFolder(api.dataDir, api.clock).ingest('eol', feedBytes(feedWithLatest('1.0')));
    expect(outcome.kind).toBe('published');
    await api.refresh();
  });

  test.each(PAID)('$method $path makes an offer only where it could answer something', async (route) => {
    const response = await unpaid(route.method, targetOf(route.path));

    const isOfEol = route.dataset === 'eol' || (!route.dataset && route.joins?.includes('eol'));
    if (isOfEol) expect(response.status).toBe(402);
    else await expectError(response, 'stale_data');
  });

  test.each([
    ['items', { items: [{ product: 'php', version: '99.1' }] }, 200],
    ['CVEs', { cves: ['CVE-2021-44228'] }, 503],
    ['packages', { packages: ['pkg:npm/lodash@4.17.20'] }, 503],
  ])('a stack with %s is sold only where their dataset is', async (_what, body, status) => {
    const settled = api.facilitator.settleRequests.length;
    const response = await api.buy('service_stack_check', '/v1/stack/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

    expect([response.status, api.facilitator.settleRequests.length - settled]).toEqual([
      status,
      status === 200 ? 1 : 0,
    ]);
  });
});
