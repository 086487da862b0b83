import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import { TransientError } from '../adapters/retry';
import { bucketFaults, configuredBucket } from '../config/bucket-settings';
import { ROLE, startRoleServer, type RoleServer } from '../testing/role-server';
import { S3, startS3Server } from '../testing/s3-server';
import { Bucket } from './bucket';
import { CredentialSource } from './credential-source';

const NOW = Date.UTC(2026, 10, 23);
const KEYS = { accessKeyId: S3.accessKeyId, secretAccessKey: S3.secret, sessionToken: ROLE.token };

let nowMs = NOW;
let folder = '';
let server: RoleServer;
beforeEach(async () => {
  nowMs = NOW;
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-role-'));
  server = await startRoleServer(() => nowMs);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const clock = { now: () => nowMs, monotonic: () => nowMs };
const fileOf = (text: string): string => {
  const file = join(folder, 'file');
  writeFileSync(file, text);
  return file;
};
const sourceOf = (variables: Record<string, string>): CredentialSource => {
  // No file of the machine that runs the test.
  const settings = configuredBucket({ AWS_REGION: 'eu-west-1', ...variables });
  const isGiven = variables['AWS_SHARED_CREDENTIALS_FILE'] !== undefined;
  return new CredentialSource(isGiven ? settings : { ...settings, credentialsFile: join(folder, 'none') }, clock);
};

const webIdentity = (identity = ROLE.identity) => ({
  AWS_WEB_IDENTITY_TOKEN_FILE: fileOf(`${identity}\n`),
  AWS_ROLE_ARN: ROLE.arn,
  AWS_ENDPOINT_URL_STS: server.url,
});
const container = () => ({
  AWS_CONTAINER_CREDENTIALS_FULL_URI: `${server.url}/container`,
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: fileOf(ROLE.authorization),
});
const machine = () => ({ AWS_EC2_METADATA_SERVICE_ENDPOINT: server.url });
const METADATA = [
  'PUT /latest/api/token',
  'GET /latest/meta-data/iam/security-credentials/',
  `GET /latest/meta-data/iam/security-credentials/${ROLE.name}`,
];

it.each([
  ['a web identity', webIdentity, ['POST / AssumeRoleWithWebIdentity']],
  ['a container', container, ['GET /container']],
  ['a machine', machine, METADATA],
] as const)('asks for the keys of %s once, and again shortly before they are over', async (_name, variables, asked) => {
  const source = sourceOf(variables());

  expect([await source.now(), await source.now()]).toMatchObject([KEYS, KEYS]);
  expect(server.asked).toEqual(asked);
  nowMs += server.lastMs - 60_000;
  server.secret = 'renewed';
  expect(await source.now()).toMatchObject({ secretAccessKey: 'renewed' });
  expect(server.asked).toEqual([...asked, ...asked]);
});

it('goes on with what holds while nobody gives new ones, and not beyond', async () => {
  const source = sourceOf(container());
  await source.now();
  server.before = () => ({ status: 503, text: '' });

  nowMs += server.lastMs - 60_000;
  expect(await source.now()).toMatchObject(KEYS);
  nowMs += 60_000;
  await expect(source.now()).rejects.toThrow(TransientError);
});

it.each([
  [{ AWS_ACCESS_KEY_ID: 'given', AWS_SECRET_ACCESS_KEY: 's' }, 'given', []],
  [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: '' }, S3.accessKeyId, ['POST / AssumeRoleWithWebIdentity']],
])('takes the first place that has some: with %j, %s', async (first, accessKeyId, asked) => {
  const source = sourceOf({ ...webIdentity(), ...machine(), ...first });

  expect(await source.now()).toMatchObject({ accessKeyId });
  expect(server.asked).toEqual(asked);
});

it('takes those of a file that was named before it asks anybody', async () => {
  const file = fileOf('[default]\naws_access_key_id = filed\naws_secret_access_key = s\n');

  expect(await sourceOf({ ...machine(), AWS_SHARED_CREDENTIALS_FILE: file }).now()).toMatchObject({
    accessKeyId: 'filed',
  });
  expect(server.asked).toEqual([]);
});

describe('of a file that nobody named', () => {
  const DEV = '[dev]\naws_access_key_id = of-dev\naws_secret_access_key = s\n';
  const unnamed = (text: string, variables: Record<string, string>): CredentialSource => {
    const settings = configuredBucket({ AWS_REGION: 'eu-west-1', ...variables });
    return new CredentialSource({ ...settings, credentialsFile: fileOf(text) }, clock);
  };

  it.each([
    ['only another profile', DEV],
    ['half a pair of keys', '[default]\naws_access_key_id = half\n'],
    ['nothing', ''],
  ])('with %s, asks for those of the role', async (_what, text) => {
    expect(await unnamed(text, machine()).now()).toMatchObject(KEYS);
    expect(server.asked).toEqual(METADATA);
  });

  it('takes those of the profile first', async () => {
    const source = unnamed(DEV, { ...machine(), AWS_PROFILE: 'dev' });

    expect(await source.now()).toMatchObject({ accessKeyId: 'of-dev' });
    expect(server.asked).toEqual([]);
  });

  it('but a named file must have them', async () => {
    const source = sourceOf({ ...machine(), AWS_SHARED_CREDENTIALS_FILE: fileOf(DEV) });

    await expect(source.now()).rejects.toThrow(/section \[default\] of /);
    expect(server.asked).toEqual([]);
  });
});

describe('says what is wrong, without a secret', () => {
  const faultOf = async (variables: Record<string, string>): Promise<Error> =>
    sourceOf(variables)
      .now()
      .then(
        () => new Error('none'),
        (error: Error) => error,
      );

  it.each([
    [() => webIdentity('stolen'), `the keys of ${ROLE.arn} are refused: 403 AccessDenied`],
    [
      () => ({ ...webIdentity(), AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'gone') }),
      /the token in .*gone cannot be read: ENOENT/,
    ],
    [
      () => ({ ...container(), AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: fileOf('x') }),
      "the container's keys are refused: 401",
    ],
    [
      () => ({ AWS_ENDPOINT_URL: 'https://s3.example' }),
      /^no credentials for the bucket: set AWS_ACCESS_KEY_ID and [^,]*, or write them into section \[default\] of \S*$/,
    ],
  ] as const)('%#', async (variables, sentence) => {
    const fault = await faultOf(variables());

    expect(fault).toBeInstanceOf(UpstreamError);
    expect(fault.message).toMatch(sentence);
    expect(fault.message).not.toContain('stolen');
  });

  it.each(['no role', 'no service', 'no document', 'no keys'])('of a machine with %s', async (what) => {
    const answers: Readonly<Record<string, (request: string) => { status: number; text: string } | undefined>> = {
      'no role': (request) => (request.endsWith('credentials/') ? { status: 404, text: '' } : undefined),
      'no service': () => ({ status: 404, text: '' }),
      'no document': (request) => (request.endsWith(ROLE.name) ? { status: 200, text: '<html>' } : undefined),
      'no keys': (request) => (request.endsWith(ROLE.name) ? { status: 200, text: '{"Code":"Failed"}' } : undefined),
    };
    server.before = answers[what]!;

    const { message } = await faultOf(machine());

    expect(message).toMatch(
      what.startsWith('no role') || what === 'no service' ? /, or give this machine a role$/ : /cannot be read/,
    );
  });
});

describe('a machine whose metadata service', () => {
  const fault = (variables: Record<string, string>) =>
    sourceOf(variables)
      .now()
      .catch((error: unknown) => error);

  it.each([
    ['is away for a moment', 503, TransientError],
    ['asks for patience', 429, TransientError],
    ['is switched off', 403, UpstreamError],
  ])('%s is not one without a role', async (_name, status, kind) => {
    server.before = () => ({ status, text: '' });

    const error = await fault(machine());

    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ message: expect.stringContaining(`this machine's role are refused: ${status}`) });
  });

  it('says nothing is not one without a role either', async () => {
    server.silent = true;

    const error = await fault(machine());

    expect(error).toBeInstanceOf(TransientError);
    expect(error).toMatchObject({ message: expect.stringMatching(/too long; .*set AWS_EC2_METADATA_DISABLED=true$/) });
  });

  it('refuses connections has none', async () => {
    const variables = machine();
    await server.close();

    expect(await fault(variables)).toMatchObject({ message: expect.stringMatching(/, or give this machine a role$/) });
    server = await startRoleServer();
  });
});

it('asks no machine where the server of the bucket is not that of Amazon, or where it must not', () => {
  const metadataOf = (variables: Record<string, string>) => configuredBucket(variables).role.metadata;

  expect(metadataOf({ AWS_REGION: 'eu-west-1' })).toBe('http://169.254.169.254');
  expect(metadataOf({ AWS_ENDPOINT_URL: 'https://s3.example' })).toBeNull();
  expect(metadataOf({ AWS_REGION: 'eu-west-1', AWS_EC2_METADATA_DISABLED: 'TRUE' })).toBeNull();
});

it.each([
  [{ AWS_WEB_IDENTITY_TOKEN_FILE: '/token' }, ['AWS_ROLE_ARN must name the role of AWS_WEB_IDENTITY_TOKEN_FILE']],
  [{ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: 'v2' }, [expect.stringContaining('must be a path that begins with /')]],
  [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1' }, []],
  [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://keys.example/v1' }, ['AWS_CONTAINER_CREDENTIALS_FULL_URI']],
  [{ AWS_EC2_METADATA_DISABLED: 'yes' }, ['AWS_EC2_METADATA_DISABLED must be true or false']],
])('of %j finds the faults %j', (variables, faults) => {
  expect(bucketFaults({ AWS_REGION: 'eu-west-1', ...variables }, (name) => name)).toEqual(faults);
});

it('signs requests to a bucket with them', async () => {
  const bucketServer = await startS3Server();
  try {
    const settings = configuredBucket({
      ...webIdentity(),
      AWS_REGION: S3.region,
      AWS_ENDPOINT_URL_S3: bucketServer.url,
    });
    const deps = { clock: { now: Date.now, monotonic: () => 0 }, random: () => 0, sleep: () => Promise.resolve() };
    expect(await new Bucket(`s3://${S3.bucket}`, settings, deps).list('blobs/')).toEqual(new Map());
  } finally {
    await bucketServer.close();
  }
});
