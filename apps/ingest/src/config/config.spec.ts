import { resolve } from 'node:path';
import { ConfigError, readIngestConfig } from './config';
import { CONFIG_VARIABLES } from './config-variables';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readIngestConfig({})).toEqual({
      dataDir: resolve('data'),
      snapshotsFile: resolve('data/snapshots.db'),
      signingKeyFile: resolve('data/keys/dataset-signing.pem'),
      keySetFile: resolve('data/keys/dataset-jwks.json'),
      upstreams: {},
      acceptSha256: null,
      publishTo: null,
      snapshotSource: null,
      snapshotKeysFile: null,
      bucket: null,
      osvThreads: null,
      metricsHost: '127.0.0.1',
      metricsPort: 0,
      logLevel: 'info',
    });
  });

  it('takes a blank variable for an unset one', () => {
    const blank = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, ' ']));

    expect(readIngestConfig(blank)).toEqual(readIngestConfig({}));
  });

  it.each([
    ['https://mirror.example/full', true],
    ['http://127.0.0.1:8080/full', true],
    ['http://localhost/full', true],
    ['http://[::1]:8080/full', true],
    ['http://mirror.example/full', false],
    ['http://127.0.0.1.example.org/full', false],
    ['https://user:secret@mirror.example/full', false],
    ['ftp://mirror.example/full', false],
    ['file:///etc/passwd', false],
    ['mirror', false],
  ])('takes %s as an upstream: %s', (url, good) => {
    const read = () => readIngestConfig({ EOL_UPSTREAM_URL: url });

    if (good) expect(read().upstreams.eol).toEqual({ urls: [url], companions: [] });
    else expect(read).toThrow(/EOL_UPSTREAM_URL must be an https address/);
  });

  it.each([
    ['0', 0],
    ['2', 2],
    ['8', 8],
    ['9', undefined],
    ['-1', undefined],
    ['many', undefined],
  ])('takes %s for a number of threads: %s', (text, threads) => {
    const read = () => readIngestConfig({ OSV_THREADS: text });

    if (threads === undefined) expect(read).toThrow(/OSV_THREADS must be a whole number from 0 to 8/);
    else expect(read().osvThreads).toBe(threads);
  });

  it.each([
    ['s3://snapshots', {}, undefined],
    ['s3://snapshots/a/b=1/c_d.e-f/', {}, undefined],
    ['S3://snapshots', {}, /PUBLISH_TO must be s3:\/\/bucket/],
    ['s3://abc', {}, undefined],
    ['s3://n', {}, /PUBLISH_TO must be/],
    ['s3://snapshots/../a', {}, /PUBLISH_TO must be/],
    ['s3://snapshots/a b', {}, /PUBLISH_TO must be/],
    ['s3://key:secret@snapshots/a', {}, /PUBLISH_TO must be/],
    ['https://bucket.example/a', {}, /PUBLISH_TO must be a folder or an s3:\/\/ address/],
    ['s3://snapshots', { AWS_REGION: '' }, /AWS_REGION must name the region/],
    ['s3://snapshots', { AWS_REGION: 'EU West' }, /AWS_REGION must be a region such as/],
    ['s3://snapshots', { AWS_REGION: '', AWS_ENDPOINT_URL: 'https://s3.example' }, undefined],
    ['s3://snapshots', { AWS_ENDPOINT_URL: 'http://s3.example' }, /AWS_ENDPOINT_URL must be an https address/],
    ['s3://snapshots', { S3_PATH_STYLE: 'yes' }, /S3_PATH_STYLE must be on or off/],
    ['s3://snapshots', { AWS_ACCESS_KEY_ID: 'a' }, /must be set together/],
    ['./folder', { AWS_ACCESS_KEY_ID: 'a', AWS_REGION: 'EU West' }, undefined],
  ])('takes %s with %j for where to publish, or says what is wrong', (place, variables, fault) => {
    const read = () => readIngestConfig({ AWS_REGION: 'eu-west-1', PUBLISH_TO: place, ...variables });

    if (fault === undefined) expect(read().publishTo).toBe(place.startsWith('s3:') ? place : resolve(place));
    else expect(read).toThrow(fault);
  });

  it('asks whether a misspelt name was meant to be one of ours', () => {
    const read = () =>
      readIngestConfig({ DATADIR: 'secret', OVS_UPSTREAM_URL: 'secret', PAYMENTS_MODE: 'off', HOSTNAME: 'a' });

    expect(read).toThrow(/2 fault\(s\)[^]*did you mean DATA_DIR[^]*did you mean OSV_UPSTREAM_URL/);
    expect(read).not.toThrow(/secret|PAYMENTS_MODE|HOSTNAME/);
  });

  it('names every fault in one message and repeats no value', () => {
    const read = () =>
      readIngestConfig({ EOL_UPSTREAM_URL: 'http://secret', LOG_LEVEL: 'loud', ACCEPT_SNAPSHOT_SHA256: 'yes' });

    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/3 fault\(s\)[^]*EOL_UPSTREAM_URL[^]*ACCEPT_SNAPSHOT_SHA256[^]*LOG_LEVEL/);
    expect(read).not.toThrow(/secret|loud|yes/);
  });
});
