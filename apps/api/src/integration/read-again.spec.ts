import { copyFileSync, renameSync, truncateSync } from 'node:fs';
import type { Manifest } from '@stackcheck/datasets';
import request from 'supertest';
import { AdvisoryShop } from '../testing/advisory-shop';
import type { StarterApi } from '../testing/starter-api';

let shop: AdvisoryShop;
let api: StarterApi;

beforeAll(async () => {
  shop = await AdvisoryShop.start();
  ({ api } = shop);
});
afterAll(() => api.close());

const served = async (): Promise<string> =>
  ((await request(api.url).get('/v1/osv/manifest')).body as { data: { manifest: Manifest } }).data.manifest.snapshot_id;

test('a snapshot whose file could not be read is taken up when it can, without another publication', async () => {
  const { snapshot_id: first } = await shop.next();
  const { manifest, file } = await shop.publish();
  renameSync(file, `${file}.away`);
  copyFileSync(`${file}.away`, file);
  truncateSync(file, 1_000);
  await api.refresh();
  expect(await served()).toBe(first);
  expect(api.health()['osv']!.problem).toMatch(/another size/);

  renameSync(`${file}.away`, file);
  await api.refresh();
  expect(await served()).toBe(first);
  api.clock.advance(2_000);
  await api.refresh();

  expect(await served()).toBe(manifest.snapshot_id);
  expect(api.health()['osv']!.problem).toBeNull();
});
