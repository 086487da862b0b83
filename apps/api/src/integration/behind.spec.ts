import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@stackcheck/datasets';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import request from 'supertest';
import { DataFolder } from '../testing/data-folder';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const WATCH = ['service_stack_watch', '/v1/stack/watch'] as const;
const SNAPSHOT = ['service_eol_snapshot', '/v1/eol/snapshot'] as const;

let ahead: StarterApi;
let behind: StarterApi;
let folder: DataFolder;
let first: Manifest;
let second: Manifest;

// Two nodes of one publisher, of which one took up a snapshot more; they share the keys of watch tokens.
beforeAll(async () => {
  ahead = await startStarterApi({ publish: false });
  const keys = readFileSync(join(ahead.dataDir, 'keys', 'watch-keys.json'), 'utf8');
  behind = await startStarterApi({ publish: false, env: { WATCH_KEYS: keys } });
  folder = new DataFolder(behind.dataDir, behind.clock);
  first = await publish(behind, folder, '1.0');
  adopt({ kept: [first.snapshot_id], gone: [] });
  await behind.refresh();
  ahead.clock.advance(1_000);
  second = await publish(ahead, new DataFolder(ahead.dataDir, ahead.clock), '2.0');
  await ahead.refresh();
});
afterAll(async () => {
  await ahead.close();
  await behind.close();
});

async function publish({ clock }: StarterApi, into: DataFolder, latest: string): Promise<Manifest> {
  clock.advance(1_000);
  const outcome = await into.ingest('eol', feedBytes(feedWithLatest(latest)));
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  return outcome.manifest;
}

/** As a follower writes it: from then on a snapshot that is not here is gone only when it is listed as such. */
function adopt(stated: { readonly kept: readonly string[]; readonly gone: readonly string[] }): void {
  const store = openSnapshotStore(join(behind.dataDir, 'snapshots.db'));
  const now = behind.clock.now();
  store.adopt(store.acquireLease('eol', 'follower', now, 1)!, {
    snapshots: [],
    deltas: [],
    refreshedAt: now,
    ...stated,
  });
  store.close();
}

const watch = (api: StarterApi, header: string, token?: string) =>
  request(api.url)
    .post(WATCH[1])
    .set('PAYMENT-SIGNATURE', header)
    .send(token === undefined ? { items: [{ product: 'php', version: '8.0' }] } : { token });
const get = (target: string, header: string) => request(behind.url).get(target).set('PAYMENT-SIGNATURE', header);

it('a watch token that is newer costs nothing, and the same payment buys its answer once the node caught up', async () => {
  const { body } = await watch(ahead, ahead.payment(...WATCH));
  const { token } = (body as { data: { watch: { token: string } } }).data.watch;
  const header = behind.payment(...WATCH, { identifier: 'watch_behind_0123456789' });

  const refused = await watch(behind, header, token).expect('Retry-After', '10');
  const { message } = await expectError(refused, 'dataset_unavailable');
  expect(message).toContain(`this node has not taken up ${second.snapshot_id} yet`);
  expect([behind.facilitator.verifyRequests, behind.facilitator.settleRequests]).toEqual([[], []]);

  behind.clock.advance(1_000);
  await publish(behind, folder, '2.0');
  await behind.refresh();
  const answered = await watch(behind, header, token).expect(200);
  expect(answered.body).toMatchObject({ data: { changed: false, verdict: expect.any(String) as string } });
  expect(behind.facilitator.settleRequests).toHaveLength(1);
});

it('a difference since a newer snapshot costs nothing', async () => {
  const settled = behind.facilitator.settleRequests.length;
  const target = `${SNAPSHOT[1]}?since=eol-20991231T000000Z-00000000`;

  const refused = await behind.paid(SNAPSHOT[0], target).expect('Retry-After', '10');
  await expectError(refused, 'dataset_unavailable');
  expect(behind.facilitator.settleRequests).toHaveLength(settled);
});

it('a paid download that is not here is owed, and gone only when the publisher says so', async () => {
  const header = behind.payment(...SNAPSHOT, { identifier: 'download_behind_012345678' });
  const { body } = await get(SNAPSHOT[1], header);
  const { data } = body as { data: { manifest: Manifest } };
  const next = await publish(behind, folder, '3.0');
  const settled = behind.facilitator.settleRequests.length;
  // As on a node that never had it: neither stored nor kept.
  adopt({ kept: [next.snapshot_id], gone: [] });
  rmSync(join(behind.dataDir, 'sold'), { recursive: true });
  await behind.refresh();

  const { message } = await expectError(await get(SNAPSHOT[1], header), 'dataset_unavailable');
  expect(message).toMatch(/still buys its answer/);
  adopt({ kept: [next.snapshot_id], gone: [data.manifest.snapshot_id] });
  await expectError(await get(SNAPSHOT[1], header), 'snapshot_expired');
  expect(behind.facilitator.settleRequests).toHaveLength(settled);
});
