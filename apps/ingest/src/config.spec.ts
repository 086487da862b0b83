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
