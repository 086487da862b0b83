import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Manifest, SnapshotContent } from '@stackcheck/datasets';
import { applyDelta, type SignedDelta } from '@stackcheck/datasets/delta';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { canonicalBytes } from '@stackcheck/signing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import request from 'supertest';
import { openApiDocument } from '../published/openapi';
import { ROUTES } from '../composition/routes';
import { DataFolder } from '../testing/data-folder';
import { descriptionCheck } from '../testing/description-check';
import { expectError } from '../testing/expect-error';
import { samplePublishing } from '../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const ROUTE = 'service_eol_snapshot';

let api: StarterApi;
let folder: DataFolder;
let first: Manifest;
let second: Manifest;

beforeAll(async () => {
  api = await startStarterApi({ publish: false });
  folder = new DataFolder(api.dataDir, api.clock);
  first = await published('1.0');
  second = await published('2.0');
  await api.refresh();
});
afterAll(() => api.close());

async function published(latest: string): Promise<Manifest> {
  const outcome = await folder.ingest('eol', feedBytes(feedWithLatest(latest)));
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  return outcome.manifest;
}

const since = (id: string) => api.paid(ROUTE, `/v1/eol/snapshot?since=${id}`);

const faultOf = descriptionCheck(openApiDocument(samplePublishing()));
const routes = ROUTES.filter(({ operationId, params }) => /^service_\w+_snapshot$/.test(operationId) && params);
const { schema } = routes.find(({ operationId }) => operationId === ROUTE)!.output;

/** The `data` of a paid answer, which must be what the description says. */
async function bought<Data>(sent: request.Test): Promise<Data> {
  const { body } = await sent.expect(200).expect('Payment-Response', /./);
  const answer = body as { data: Data };
  expect(faultOf(schema, answer)).toBeUndefined();
  return answer.data;
}

describe('GET /v1/eol/snapshot?since=', () => {
  test('a customer who has the first snapshot gets to the second one byte for byte', async () => {
    const stored = openSnapshotStore(join(api.dataDir, 'snapshots.db'));
    const content = JSON.parse(
      Buffer.from(stored.find('eol', first.snapshot_id)!.content).toString(),
    ) as SnapshotContent;
    stored.close();

    const { manifest, delta, ...more } = await bought<{ manifest: Manifest; delta: SignedDelta }>(
      since(first.snapshot_id),
    );

    expect(more).toEqual({});
    expect(manifest).toEqual(second);
    expect(delta).toMatchObject({ from: first.snapshot_id, to: second.snapshot_id, added: [], removed: [] });
    expect(delta.changed).toMatchObject([{ product: 'php' }]);
    const reached = createHash('sha256')
      .update(canonicalBytes(applyDelta(content, delta)))
      .digest('hex');
    expect(reached).toBe(manifest.sha256);
  });

  test('without it the whole is sold as before', async () => {
    const whole = await bought<object>(api.paid(ROUTE, '/v1/eol/snapshot'));

    expect(Object.keys(whole)).toEqual(['manifest', 'snapshot']);
  });

  test('from the current snapshot there is nothing to do', async () => {
    const { delta } = await bought<{ delta: SignedDelta }>(since(second.snapshot_id));

    expect(delta).toMatchObject({ from: second.snapshot_id, added: [], changed: [], removed: [] });
  });

  test('the offer comes before `since` is read, names the whole URL and costs the same', async () => {
    const { body } = await request(api.url).get('/v1/eol/snapshot?since=nonsense').expect(402);

    const offer = body as { accepts: { resource: string; maxAmountRequired: string }[] };
    expect(offer.accepts[0]).toMatchObject({
      resource: expect.stringMatching(/\/v1\/eol\/snapshot\?since=nonsense$/),
      maxAmountRequired: '50000',
    });
  });

  test.each([
    ['an unknown one', 'eol-20200101T000000Z-00000000', /no eol snapshot of this id is kept/],
    ["another dataset's", 'kev-20261120T120000Z-00000000', /no eol snapshot/],
  ])('%s is expired, and free', async (_what, id, message) => {
    const settled = api.facilitator.settleRequests.length;

    expect((await expectError(await since(id), 'snapshot_expired')).message).toMatch(message);

    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });

  test.each(['', 'eol', 'eol-2026-11-20', 'EOL-20261120T120000Z-00000000', 'eol-20261120T120000Z-0000000g', '%27'])(
    'what is no snapshot_id is a bad request: "%s"',
    async (id) => {
      expect((await expectError(await since(id), 'bad_request')).message).toMatch(/since must be a snapshot_id/);
    },
  );

  test('it is said once', async () => {
    const twice = `${first.snapshot_id}&since=${first.snapshot_id}`;

    expect((await expectError(await since(twice), 'bad_request')).message).toMatch(/repeated/);
  });

  test('a delta that was tampered with is not sold; the way out is the whole', async () => {
    const store = openSnapshotStore(join(api.dataDir, 'snapshots.db'));
    const good = store.delta('eol', first.snapshot_id, second.snapshot_id)!;
    const put = (delta: typeof good): void =>
      store.addDeltas(store.acquireLease('eol', 'test', api.clock.now(), 1_000)!, [delta]);
    const forged = Buffer.from(Buffer.from(good.body).toString().replace('2.0', '6.6'));

    try {
      put({ ...good, body: forged });
      expect((await expectError(await since(first.snapshot_id), 'snapshot_expired')).message).toMatch(/SHA-256/);

      put({
        ...good,
        body: forged,
        proof: { ...good.proof, sha256: createHash('sha256').update(forged).digest('hex') },
      });
      expect((await expectError(await since(first.snapshot_id), 'snapshot_expired')).message).toMatch(/signature/);
    } finally {
      put(good);
      store.close();
    }
    await bought(since(first.snapshot_id));
    await bought(api.paid(ROUTE, '/v1/eol/snapshot'));
  });

  test('a snapshot that retention removed is expired', async () => {
    await bought(since(first.snapshot_id));
    const store = openSnapshotStore(join(api.dataDir, 'snapshots.db'));
    store.remove(store.acquireLease('eol', 'test', api.clock.now(), 1_000)!, [first.snapshot_id]);
    store.close();

    await expectError(await since(first.snapshot_id), 'snapshot_expired');
  });
});

describe('every dataset with deltas', () => {
  let starter: StarterApi;
  beforeAll(async () => {
    starter = await startStarterApi();
  });
  afterAll(() => starter.close());

  test.each(routes.map((route) => [route.path, route] as const))('%s', async (path, { operationId, dataset }) => {
    const { data } = (await request(starter.url).get(`/v1/${dataset}/manifest`)).body as {
      data: { manifest: Manifest };
    };
    const { manifest, delta } = await bought<{ manifest: Manifest; delta: SignedDelta }>(
      starter.paid(operationId, `${path}?since=${data.manifest.snapshot_id}`),
    );

    expect(manifest).toEqual(data.manifest);
    expect(delta).toMatchObject({ from: manifest.snapshot_id, added: [], changed: [], removed: [] });
    const unknown = `${dataset}-20200101T000000Z-00000000`;
    await expectError(await starter.paid(operationId, `${path}?since=${unknown}`), 'snapshot_expired');
  });
});
