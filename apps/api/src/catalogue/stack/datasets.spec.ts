import { feedBytes, feedWithLatest, smallFeed } from '@stackcheck/datasets/testing';
import type { ErrorCode } from '@stackcheck/contract';
import request from 'supertest';
import { DataFolder } from '../../testing/data-folder';
import { expectError } from '../../testing/expect-error';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';

const ROUTES = [
  ['service_stack_check', '/v1/stack/check'],
  ['service_stack_watch', '/v1/stack/watch'],
] as const;
const HOUR_MS = 3_600_000;
const PHP = { items: [{ product: 'php', version: '8.0' }] };
const REAL = {
  PAYMENTS_MODE: 'facilitator',
  FACILITATOR_URL: 'https://facilitator.example',
  PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
};

let api: StarterApi;
let folder: DataFolder;

beforeAll(async () => {
  api = await startStarterApi({ publish: false, env: REAL });
  folder = new DataFolder(api.dataDir, api.clock);
  await folder.ingest('eol', feedBytes(smallFeed()));
  await api.refresh();
});
afterAll(() => api.close());

const buy = (route: readonly [string, string], body: object) => api.paid(...route, body);

describe.each(ROUTES)('with one dataset of three, %s', (...route) => {
  it('is offered, and sold for questions about that dataset alone', async () => {
    await request(api.url).post(route[1]).expect(402);
    const { body } = await buy(route, PHP).expect(200);

    expect(body).toMatchObject({ meta: { stale: false, datasets: { eol: { dataset: 'eol' } } } });
  });

  it('never passes by a threshold of scores while there are none', async () => {
    const items = [{ product: 'php', version: '99' }];
    const { body } = await buy(route, { items, policy: { epss_min: 0.5, fail_on: ['epss'] } });

    expect(body).toMatchObject({
      data: { verdict: 'unknown', reasons: [{ level: 'unknown', code: 'epss_unknown', ref: 'items/0' }] },
    });
  });

  it.each<[string, object, ErrorCode]>([
    ['CVEs', { ...PHP, cves: ['CVE-2021-44228'] }, 'dataset_unavailable'],
    ['packages', { ...PHP, packages: ['pkg:npm/x@1.0.0'] }, 'dataset_unavailable'],
  ])('is not charged for %s', async (_what, body, code) => {
    const settled = api.facilitator.settleRequests.length;

    const error = await expectError(await buy(route, body), code);

    expect(error.message).toMatch(/no snapshot of dataset "(kev|osv)" is loaded yet/);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });
});

it('reports what a new snapshot changed, and names the snapshots of both checks', async () => {
  const watch = ROUTES[1];
  const items = [{ product: 'php', version: '99' }];
  interface Answer {
    readonly data: { readonly changes: object[]; readonly watch: { readonly token: string } };
    readonly meta: { readonly snapshot_id: string };
  }
  const first = (await buy(watch, { items, policy: { report_latest: true } })).body as Answer;

  api.clock.advance(HOUR_MS);
  await folder.ingest('eol', feedBytes(feedWithLatest('99.7')));
  await api.refresh();
  const next = (await buy(watch, { token: first.data.watch.token })).body as Answer;

  expect(next.data.changes).toMatchObject([
    { type: 'latest_changed', ref: 'items/0', subject: 'php 99', latest: '99.7' },
  ]);
  expect(next.meta.snapshot_id).not.toBe(first.meta.snapshot_id);
});

it('makes no offer when none of the datasets can be sold any more', async () => {
  api.clock.advance(49 * HOUR_MS);

  for (const [, target] of ROUTES) await request(api.url).post(target).expect(503);
});
