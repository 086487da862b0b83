import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { sha256Hex } from '@stackcheck/signing';
import { configuredBucket } from '../config/bucket-settings';
import { S3, startS3Server, type S3Server } from '../testing/s3-server';
import { Bucket } from './bucket';

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.close());

const RIGHT = { AWS_ACCESS_KEY_ID: S3.accessKeyId, AWS_SECRET_ACCESS_KEY: S3.secret, AWS_REGION: S3.region };

function open(variables: Record<string, string> = RIGHT, laterMs = 0, address = `s3://${S3.bucket}/a/b`): Bucket {
  const clock = { now: () => systemClock.now() + laterMs, monotonic: () => 0 };
  const settings = configuredBucket({ AWS_ENDPOINT_URL: server.url, ...variables });
  return new Bucket(address, settings, { clock, random: () => 0, sleep: () => Promise.resolve() });
}

function objectOf(text: string) {
  const body = Buffer.from(text);
  return { sha256: sha256Hex(body), bytes: body.length, body: () => body, headers: {} };
}

const textOf = async (bucket: Bucket, name: string) => {
  const found = await bucket.get(name, 1_000);
  return found.kind === 'body' ? Buffer.from(found.body).toString() : found.kind;
};

it('stores, finds, lists page by page and removes below its prefix', async () => {
  const bucket = open();
  server.pageSize = 2;
  server.objects.set('a/blobs/foreign', { bytes: Buffer.from('x'), headers: {} });
  for (const name of ['1', '2', '3', '4', '5']) await bucket.put(`blobs/${name}`, objectOf(name.repeat(Number(name))));

  expect([...(await bucket.list('blobs/'))].sort()).toEqual([
    ['1', 1],
    ['2', 2],
    ['3', 3],
    ['4', 4],
    ['5', 5],
  ]);
  expect(server.asked.filter((asked) => asked.includes('?'))).toHaveLength(3);
  await bucket.remove('blobs/3');
  await bucket.remove('blobs/3');
  expect([await textOf(bucket, 'blobs/3'), await textOf(bucket, 'blobs/2')]).toEqual(['missing', '22']);
});

it('replaces only what it saw', async () => {
  const bucket = open();
  expect(await bucket.put('current', objectOf('one'), null)).toBe(true);
  expect(await bucket.put('current', objectOf('two'), null)).toBe(false);
  const seen = await bucket.get('current', 1_000);
  const etag = seen.kind === 'body' ? seen.etag : null;
  expect(await bucket.get('current', 1_000, etag)).toEqual({ kind: 'unchanged' });
  expect(await bucket.put('current', objectOf('three'), etag)).toBe(true);
  expect(await bucket.put('current', objectOf('four'), etag)).toBe(false);
  expect(await textOf(bucket, 'current')).toBe('three');
});

it('writes without a condition where the server knows none', async () => {
  server.hasConditions = false;
  expect(await open().put('current', objectOf('one'), null)).toBe(true);
  expect(await textOf(open(), 'current')).toBe('one');
});

it('tries again what failed for the moment, and sends all of it again', async () => {
  const bad = ['cut', { status: 503, code: 'SlowDown' }, { status: 500 }] as const;
  let tries = 0;
  server.before = () => bad[tries++];
  await open().put('current', objectOf('whole'));

  expect([tries, await textOf(open(), 'current')]).toEqual([4, 'whole']);
  server.before = () => ({ status: 503, code: 'SlowDown' });
  await expect(textOf(open(), 'current')).rejects.toThrow('s3://snapshots/a/b: 503 SlowDown');
});

it('never takes more of an object than it may have', async () => {
  await open().put('big', objectOf('0123456789'));
  const read = async () => {
    for await (const chunk of open().stream('big', 9)) expect(chunk.length).toBeLessThan(10);
  };
  await expect(read()).rejects.toThrow('big is larger than 9 bytes');
  await expect(open().get('big', 9)).rejects.toThrow('big is larger than 9 bytes');
});

it.each([
  [
    'a key that nobody knows',
    { ...RIGHT, AWS_ACCESS_KEY_ID: 'AKIDOTHER' },
    0,
    /403 InvalidAccessKeyId: the server does not know/,
  ],
  ['a wrong secret', { ...RIGHT, AWS_SECRET_ACCESS_KEY: 'wrong' }, 0, /AWS_SECRET_ACCESS_KEY is not the secret/],
  ['another region', { ...RIGHT, AWS_REGION: 'us-east-2' }, 0, /is in region eu-west-1; set AWS_REGION=eu-west-1/],
  ['a clock that is ahead', RIGHT, 20 * 60_000, /clock is 20 minutes ahead of the server's; set it/],
  ['a clock that is behind', RIGHT, -20 * 60_000, /clock is 20 minutes behind the server's; set it/],
] as const)('says what to do about %s', async (_name, variables, laterMs, sentence) => {
  const fault = await open(variables, laterMs).list('blobs/').then(String, String);

  expect(fault).toMatch(sentence);
  expect(fault).not.toContain(variables.AWS_SECRET_ACCESS_KEY);
  expect(server.asked).toHaveLength(1);
});

it.each([
  [{ status: 403, code: 'AccessDenied' }, /lacks the permission s3:PutObject on s3:\/\/snapshots\/a\/b$/],
  [{ status: 403, code: 'ExpiredToken' }, /temporary credentials are over/],
  [{ status: 301, headers: { 'x-amz-bucket-region': 'ap-south-1' } }, /301: .*set AWS_REGION=ap-south-1$/],
  [{ status: 307 }, /is in another region/],
  [{ status: 404 }, /404: there is no such object$/],
  [{ status: 400, code: 'EntityTooLarge' }, /400 EntityTooLarge: the server refused the request$/],
])('says what %j means', async (answer, sentence) => {
  server.before = () => answer;
  await expect(open().put('current', objectOf('x'))).rejects.toThrow(sentence);
  expect(server.asked).toHaveLength(1);
});

it('says that there is no such bucket', async () => {
  await expect(open(RIGHT, 0, 's3://snapshot').list('blobs/')).rejects.toThrow(
    's3://snapshot: 404 NoSuchBucket: there is no bucket "snapshot" there',
  );
});

describe('credentials of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-credentials-'));
  const file = join(folder, 'credentials');
  afterAll(() => rmSync(folder, { recursive: true }));
  const variables = { AWS_REGION: S3.region, AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'publisher' };

  it('are read again for each request', async () => {
    const bucket = open(variables);
    await expect(bucket.list('blobs/')).rejects.toThrow(`section [publisher] of ${file}`);
    const section = (secret: string) =>
      `[default]\naws_access_key_id = other\n# a comment\n[publisher]\r\naws_access_key_id=${S3.accessKeyId}\naws_secret_access_key = ${secret}\n`;
    writeFileSync(file, section('old'));
    await expect(bucket.list('blobs/')).rejects.toThrow(/SignatureDoesNotMatch/);
    writeFileSync(file, section(S3.secret));
    expect(await bucket.list('blobs/')).toEqual(new Map());
  });
});
