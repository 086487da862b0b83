import { BUCKET_VARIABLES } from './bucket-settings';
import type { ConfigVariable } from './config-variable';
import { UPSTREAM_VARIABLES } from './configured-upstreams';

/** Every variable the ingest worker reads. The names are a contract. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = [
  { name: 'DATA_DIR', fallback: './data', meaning: 'Folder of snapshots.db and keys/.' },
  ...UPSTREAM_VARIABLES,
  {
    name: 'SIGNING_KEY_FILE',
    fallback: 'DATA_DIR/keys/dataset-signing.pem',
    meaning: 'Ed25519 private key (PKCS #8 PEM) that signs snapshots; generated, mode 0600, when absent.',
  },
  {
    name: 'ACCEPT_SNAPSHOT_SHA256',
    fallback: '',
    meaning: 'SHA-256 of one refused content that an operator looked at and wants published.',
  },
  {
    name: 'PUBLISH_TO',
    fallback: '',
    meaning:
      'Folder or s3://bucket/prefix into which each publication goes, too, signed, for other nodes to follow (docs/nodes.md).',
  },
  {
    name: 'SNAPSHOT_SOURCE',
    fallback: '',
    meaning:
      'Address, s3://bucket/prefix or folder of a publisher to follow instead of fetching and signing: https, or http on loopback.',
  },
  {
    name: 'SNAPSHOT_KEYS_FILE',
    fallback: '',
    meaning: 'Key set (JWKS) of whom SNAPSHOT_SOURCE follows; nothing that another key signed is taken up.',
  },
  ...BUCKET_VARIABLES,
  {
    name: 'OSV_THREADS',
    fallback: '2, or 0 where there is one core',
    meaning:
      'Threads that unpack and read package advisories, 0 to 8. With 0 the worker does so itself, in less memory.',
  },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address on which the metrics are scraped.' },
  {
    name: 'INGEST_METRICS_PORT',
    fallback: '0',
    meaning: 'Port of the Prometheus metrics of the scheduled worker on HOST; 0 turns them off (docs/metrics.md).',
  },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: '`silent`, `error`, `warn`, `info` or `debug`.' },
];
