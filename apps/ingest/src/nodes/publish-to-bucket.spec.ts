import { systemClock } from '@stackcheck/contract';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { readKeySet } from '@stackcheck/store-sqlite/keys';
import { FollowerHarness } from '../testing/follower-harness';
import { S3, startS3Server, type S3Server } from '../testing/s3-server';
import { impatient, WorkerHarness } from '../testing/worker-harness';
import { openCurrent, type CurrentStatement } from './current-statement';

const DAY_MS = 86_400_000;
const ADDRESS = `s3://${S3.bucket}/public`;

let harness: WorkerHarness;
let server: S3Server;
let key: Readonly<Record<string, string>>;
beforeEach(async () => {
  harness = await WorkerHarness.open();
  server = await startS3Server();
  key = {
    AWS_ENDPOINT_URL_S3: server.url,
    AWS_REGION: S3.region,
    AWS_ACCESS_KEY_ID: S3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3.secret,
  };
  Object.assign(harness.env, key, { PUBLISH_TO: ADDRESS });
});
afterEach(async () => {
  await server.close();
  await harness.close();
});

const publish = (latest: string, laterMs = 0) => {
  server.aheadMs = laterMs;
  harness.server.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
  const clock = { now: () => systemClock.now() + laterMs, monotonic: () => systemClock.monotonic() };
  return harness.ingest({ ...impatient, clock });
};

function stated(): CurrentStatement {
  const { bytes } = server.objects.get('public/current.json')!;
  const opened = openCurrent(bytes, readKeySet(harness.config.keySetFile));
  if (!opened.ok) throw new Error(opened.fault);
  return opened.statement;
}

const blobs = () => [...server.objects.keys()].filter((each) => each.startsWith('public/blobs/')).sort();
const puts = () => server.asked.filter((each) => each.startsWith('PUT'));

it('puts blobs first and current.json last, and sends nothing again', async () => {
  await publish('1.0');
  expect(puts().at(-1)).toBe('PUT public/current.json');
  const [{ snapshots, deltas }] = stated().datasets as [CurrentStatement['datasets'][number]];
  const named = [...snapshots.map(({ content }) => content), ...deltas].map(({ sha256 }) => `public/blobs/${sha256}`);
  expect(blobs()).toEqual(named.sort());
  const headers = (name: string) => server.objects.get(name)!.headers['cache-control'];
  expect([headers('public/current.json'), headers(blobs()[0]!)]).toEqual([
    'no-cache',
    expect.stringMatching('immutable'),
  ]);

  server.asked.length = 0;
  await publish('1.0', 1_000);
  expect(server.asked).toEqual([
    'GET public/current.json',
    'GET ?public/blobs/',
    'PUT public/current.json',
    'GET public/unlisted.json',
  ]);
});

it('is followed through the bucket with a key, and through its public address without one', async () => {
  await publish('1.0');
  server.isPublic = true;
  for (const source of [ADDRESS, `${server.url}/${S3.bucket}/public`]) {
    const follower = new FollowerHarness(source, harness.config.keySetFile);
    if (source === ADDRESS) Object.assign(follower.env, key);
    try {
      expect(await follower.follow()).toMatchObject({ kind: 'followed', swapped: [expect.stringMatching(/^eol-/)] });
      const [served] = await follower.served();
      expect(served).toMatchObject({ refusal: null, loadFault: null, stored: 1 });
      expect(await follower.looks(2, ['eol'])).toMatchObject([{ kind: 'followed' }, { kind: 'followed', swapped: [] }]);
    } finally {
      follower.close();
    }
  }
});

it('leaves the last statement when it breaks off, and sends only the rest the next time', async () => {
  await publish('1.0');
  const before = stated();
  let stored = 0;
  server.before = (request) => {
    if (!request.startsWith('PUT')) return undefined;
    stored += 1;
    return stored > 1 ? { status: 403, code: 'AccessDenied' } : undefined;
  };
  harness.server.serve(feedBytes(feedWithLatest('1.1')), '"1.1"');
  expect(await harness.cli('--once', 'eol')).toMatchObject({
    code: 1,
    text: expect.stringContaining('lacks the permission s3:PutObject'),
  });
  expect(stated()).toEqual(before);
  const [sent] = puts().slice(-2);
  expect(blobs()).toContain(sent!.slice('PUT '.length));

  server.before = () => undefined;
  server.asked.length = 0;
  await publish('1.1');
  expect(puts().at(-1)).toBe('PUT public/current.json');
  expect(puts()).not.toContain(sent);
  expect(stated().datasets[0]!.snapshots).toHaveLength(2);
});

it('looks again where another publisher was faster', async () => {
  await publish('1.0');
  const { sequence } = stated();
  let once = true;
  server.before = (request) => {
    if (!once || request !== 'PUT public/current.json') return undefined;
    once = false;
    return { status: 412, code: 'PreconditionFailed' };
  };
  await publish('1.1');
  expect(puts().filter((each) => each.endsWith('current.json'))).toHaveLength(3);
  expect(stated().sequence).toBeGreaterThan(sequence);
});

it('removes a blob a day after it was named last', async () => {
  await publish('1.0');
  const gone = `public/blobs/${stated().datasets[0]!.snapshots[0]!.content.sha256}`;
  await publish('1.1');
  await harness.cli('snapshots', '--dataset', 'eol', 'gc', '--keep-count', '1', '--keep-days', '0');
  await publish('1.1', 1_000);
  await publish('1.1', DAY_MS / 2);
  expect(blobs()).toContain(gone);
  await publish('1.1', 2 * DAY_MS);
  expect(blobs()).not.toContain(gone);
});
