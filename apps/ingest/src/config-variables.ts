/** One environment variable of the ingest worker: its name, its default and what it means. */
export interface ConfigVariable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** Every variable the ingest worker reads. The names are a contract. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = [
  { name: 'DATA_DIR', fallback: './data', meaning: 'Folder of snapshots.db and keys/.' },
  {
    name: 'EOL_UPSTREAM_URL',
    fallback: 'https://endoflife.date/api/v1/products/full',
    meaning: 'Where the end-of-life data is fetched. https, or http on loopback.',
  },
  {
    name: 'KEV_UPSTREAM_URL',
    fallback: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
    meaning: 'Where the known exploited vulnerabilities are fetched; unset, a public mirror is asked when it fails.',
  },
  {
    name: 'OSV_UPSTREAM_URL',
    fallback: 'https://storage.googleapis.com/osv-vulnerabilities',
    meaning: 'Root of the bucket of package advisories: ecosystems.txt and one folder per ecosystem.',
  },
  {
    name: 'MODELS_UPSTREAM_URL',
    fallback: 'https://models.dev/api.json',
    meaning: 'Where prices and limits of LLM models are fetched.',
  },
  {
    name: 'MODELS_LITELLM_URL',
    fallback: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
    meaning: 'Batch prices and deprecation dates to join; not asked when only MODELS_UPSTREAM_URL is set.',
  },
  {
    name: 'SANCTIONS_UPSTREAM_URL',
    fallback: 'https://raw.githubusercontent.com/bitnob/ofac-address-feed/lists/sanctioned_addresses.json',
    meaning: 'Where the block list of payers is fetched. https, or http on loopback.',
  },
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
    name: 'OSV_THREADS',
    fallback: '2, or 0 where there is one core',
    meaning:
      'Threads that unpack and read package advisories, 0 to 8. With 0 the worker does so itself, in less memory.',
  },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: '`silent`, `error`, `warn`, `info` or `debug`.' },
];
