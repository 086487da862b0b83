import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { FollowerHarness } from '../testing/follower-harness';
import { S3RVER, s3rverModule, startS3rver, type S3rver } from '../testing/s3rver';
import { impatient, WorkerHarness } from '../testing/worker-harness';

const isAsked = process.env['CAMPAIGN'] === 'full';
const installed = isAsked ? s3rverModule() : undefined;
const here = installed === undefined ? describe.skip : describe;

const ADDRESS = `s3://${S3RVER.bucket}/a/public`;

here('a bucket of @20minutes/s3rver (with CAMPAIGN=full; skipped where the npm registry does not have it)', () => {
  let harness: WorkerHarness;
  let server: S3rver;
  let key: Readonly<Record<string, string>>;
  beforeEach(async () => {
    harness = await WorkerHarness.open();
    server = await startS3rver(installed!);
    key = {
      AWS_ENDPOINT_URL_S3: server.url,
      AWS_ACCESS_KEY_ID: S3RVER.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3RVER.secret,
    };
    Object.assign(harness.env, key, { PUBLISH_TO: ADDRESS });
  });
  afterEach(async () => {
    await server.close();
    await harness.close();
  });

  const publish = async (latest: string): Promise<void> => {
    harness.server.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
    await harness.ingest(impatient);
  };

  it('takes publications, which a follower finds there', async () => {
    await publish('1.0');
    const follower = new FollowerHarness(ADDRESS, harness.config.keySetFile);
    Object.assign(follower.env, key);
    try {
      expect(await follower.follow()).toMatchObject({ kind: 'followed', swapped: [expect.stringMatching(/^eol-/)] });
      await publish('1.1');
      expect(await follower.follow()).toMatchObject({ kind: 'followed' });

      expect(await follower.served()).toMatchObject([{ refusal: null, loadFault: null }]);
    } finally {
      follower.close();
    }
  });

  it('says no to a wrong secret', async () => {
    Object.assign(harness.env, { AWS_SECRET_ACCESS_KEY: 'another' });
    harness.server.serve(feedBytes(feedWithLatest('1.0')), '"1.0"');

    expect(await harness.cli('--once', 'eol')).toMatchObject({
      code: 1,
      text: expect.stringContaining('AWS_SECRET_ACCESS_KEY is not the secret of this access key'),
    });
  });
});
