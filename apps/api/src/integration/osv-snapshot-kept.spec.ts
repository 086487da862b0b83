import { copyFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import type { Manifest } from '@stackcheck/datasets';
import { applyDelta, type SignedDelta } from '@stackcheck/datasets/delta';
import { canonicalBytes } from '@stackcheck/signing';
import request from 'supertest';
import { AdvisoryShop } from '../testing/advisory-shop';
import { answerFault, OSV_SNAPSHOT, sha256Of, verifiedSnapshot } from '../testing/bought-snapshot';
import { expectError } from '../testing/expect-error';
import type { StarterApi } from '../testing/starter-api';

const { operationId, target: TARGET } = OSV_SNAPSHOT;

let shop: AdvisoryShop;
let api: StarterApi;

beforeAll(async () => {
  shop = await AdvisoryShop.start();
  ({ api } = shop);
});
afterAll(() => api.close());

/** While an index file is cut short. */
async function damaged(file: string, during: () => Promise<void>): Promise<void> {
  renameSync(file, `${file}.away`);
  copyFileSync(`${file}.away`, file);
  truncateSync(file, 1_000);
  try {
    await during();
  } finally {
    renameSync(`${file}.away`, file);
  }
}

describe('package advisories', () => {
  test('have deltas, which lead from one snapshot to the next', async () => {
    await shop.next();
    const { manifest, snapshot } = await verifiedSnapshot(api, await shop.get(shop.pay()));
    const to = await shop.next();

    const { body } = await api.paid(operationId, `${TARGET}?since=${manifest.snapshot_id}`);

    const answer = body as { data: { manifest: Manifest; delta: SignedDelta } };
    expect(answerFault(answer)).toBeUndefined();
    expect(answer.data.manifest).toEqual(to);
    expect(answer.data.delta.added).toHaveLength(1);
    expect(sha256Of(canonicalBytes(applyDelta(snapshot, answer.data.delta)))).toBe(to.sha256);
  });

  test('are not sold while their file is damaged, and nothing is charged', async () => {
    const file = await shop.nextFile();
    const header = shop.pay();
    const settled = api.facilitator.settleRequests.length;

    await damaged(file, async () => {
      await expectError(await shop.get(header), 'dataset_unavailable');
      expect(api.facilitator.settleRequests).toHaveLength(settled);
    });
    await verifiedSnapshot(api, await shop.get(header));
  });

  test('that were paid are owed while their file cannot be read', async () => {
    const file = await shop.nextFile();
    const header = shop.pay();
    const { body } = await verifiedSnapshot(api, await shop.get(header));

    await damaged(file, async () => {
      const { message } = await expectError(await shop.get(header), 'dataset_unavailable');
      expect(message).toMatch(/still buys its answer/);
    });
    expect((await verifiedSnapshot(api, await shop.get(header))).body.equals(body)).toBe(true);
  });
});

describe('package advisories whose file retention removed', () => {
  /** @param how the first answer of the payment */
  async function bought(how: 'delivered' | 'lost'): Promise<string> {
    const file = await shop.nextFile();
    const header = shop.pay();
    if (how === 'lost') api.facilitator.settleScript.push('lost_after');
    const response = await shop.get(header);
    await response.text();
    expect(response.status).toBe(how === 'lost' ? 503 : 200);
    await shop.next();
    rmSync(file);
    return header;
  }

  test('are gone for a client that received them', async () => {
    const { message } = await expectError(await shop.get(await bought('delivered')), 'snapshot_expired');

    expect(message).toMatch(/not kept/);
  });

  test('are replaced by the current ones for a client that received nothing', async () => {
    const header = await bought('lost');

    const { manifest } = await verifiedSnapshot(api, await shop.get(header));

    const current = (await request(api.url).get('/v1/osv/manifest')).body as { data: { manifest: Manifest } };
    expect(manifest).toEqual(current.data.manifest);
    await expectError(await shop.get(header), 'snapshot_expired');
  });
});
